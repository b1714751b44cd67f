// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `PUT /v1/installations/{installation_id}`: the facts that an app sends about itself
/// at each launch.
public struct InstallationRequest: Hashable, Sendable, Codable {
    /// The bundle identifier.
    public var app: String
    /// The device token for APNs, in hex; `nil` for an installation that gets its notifications in
    /// another way.
    public var token: DeviceToken?
    /// The environment of ``token``. Without a token, it has no meaning.
    public var environment: APNSEnvironment
    /// The user of the installation; `nil` while no user is signed in.
    public var user: String?
    /// The locale, for instance `pt-BR`.
    public var locale: String?
    /// The IANA name of the time zone, for instance `Europe/Lisbon`.
    public var timeZone: String?
    public var systemVersion: String?
    public var appVersion: String?
    /// The token family, by default `app`. An installation may register one token of each family.
    public var family: TokenFamily

    /// The registration token of the Firebase SDK, 20 to 4096 characters. An iPhone may have this
    /// token in addition to ``token``; its notifications are then sent through APNs.
    public var fcmToken: String?
    /// The Firebase installation ID, which newer Firebase SDKs have instead of the token.
    public var fid: String?
    /// The subscription of a browser.
    public var webPush: BrowserSubscription?

    public init(
        app: String, token: DeviceToken?, environment: APNSEnvironment, user: String? = nil,
        locale: String? = nil, timeZone: String? = nil, systemVersion: String? = nil,
        appVersion: String? = nil, family: TokenFamily = .app
    ) {
        self.app = app
        self.token = token
        self.environment = environment
        self.user = user
        self.locale = locale
        self.timeZone = timeZone
        self.systemVersion = systemVersion
        self.appVersion = appVersion
        self.family = family
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case app, token, environment, user, locale
        case timeZone = "time_zone"
        case systemVersion = "system_version"
        case appVersion = "app_version"
        case family, fid
        case fcmToken = "fcm_token"
        case webPush = "web_push"
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        try self.init(
            FormReader(
                bytes, keys: Self.keys,
                example: #"{"app":"com.example.app","token":"…","environment":"sandbox"}"#))
    }

    /// The keys of the body.
    package static let keys = CodingKeys.allCases.map(\.rawValue)

    /// Reads the values of an object.
    init(_ reader: FormReader) throws(Problem) {
        app = try reader.bundleID("app")
        fcmToken = try reader.text("fcm_token")
        fid = try reader.text("fid")
        webPush = try BrowserSubscription(reader, key: "web_push")
        if fcmToken == nil, fid == nil, webPush == nil {
            token = try reader.required("token", reader.token("token"))
        } else {
            token = try reader.token("token")
        }
        environment =
            try token == nil
            ? reader.word("environment", APNSEnvironment.self) ?? .production
            : reader.environment("environment")
        user = try reader.name("user")
        locale = try reader.name("locale")
        timeZone = try reader.name("time_zone")
        systemVersion = try reader.name("system_version")
        appVersion = try reader.name("app_version")
        family = try reader.word("family", TokenFamily.self) ?? .app
    }
}
