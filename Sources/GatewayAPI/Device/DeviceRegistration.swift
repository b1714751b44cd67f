// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `PUT /v1/device/installations/{installation_id}`: the facts that an app sends about
/// itself at each launch.
///
/// The facts replace those of the previous registration: without ``user``, the installation has no
/// user. Tokens are added to those that the gateway already knows; a token replaces an earlier
/// token with the same ``TokenName``.
public struct DeviceRegistration: Hashable, Sendable, Codable {
    /// The bundle identifier.
    public var app: String
    /// The environment of the app's tokens, according to its entitlement `aps-environment`.
    public var environment: APNSEnvironment
    /// The user of the installation; `nil` while no user is signed in.
    public var user: String?
    /// The proof by the app's server that the app acts for this user; see `UserProof`.
    public var userProof: String?
    /// The locale, for instance `pt-BR`.
    public var locale: String?
    /// The IANA name of the time zone, for instance `Europe/Lisbon`.
    public var timeZone: String?
    public var platform: DevicePlatform?
    public var systemVersion: String?
    public var appVersion: String?
    public var permission: PermissionSnapshot?
    /// How often the app has asked for permission; `nil` if it does not count.
    public var asks: PermissionAsks?
    /// The number on the app's icon, from which the gateway counts on; `nil` leaves the gateway's
    /// counter unchanged.
    public var badge: Int?
    /// The key with which servers encrypt messages for this installation.
    public var encryptionKey: EncryptionKey?
    public var tokens: [TokenRegistration]
    /// The names of tokens that are no longer used, for instance of a Live Activity that has ended.
    public var ended: [TokenName]

    public init(
        app: String, environment: APNSEnvironment, user: String? = nil, userProof: String? = nil,
        locale: String? = nil, timeZone: String? = nil, platform: DevicePlatform? = nil,
        systemVersion: String? = nil, appVersion: String? = nil,
        permission: PermissionSnapshot? = nil, asks: PermissionAsks? = nil, badge: Int? = nil,
        encryptionKey: EncryptionKey? = nil, tokens: [TokenRegistration] = [],
        ended: [TokenName] = []
    ) {
        self.app = app
        self.environment = environment
        self.user = user
        self.userProof = userProof
        self.locale = locale
        self.timeZone = timeZone
        self.platform = platform
        self.systemVersion = systemVersion
        self.appVersion = appVersion
        self.permission = permission
        self.asks = asks
        self.badge = badge
        self.encryptionKey = encryptionKey
        self.tokens = tokens
        self.ended = ended
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case app, environment, user
        case userProof = "user_proof"
        case locale
        case timeZone = "time_zone"
        case platform
        case systemVersion = "system_version"
        case appVersion = "app_version"
        case permission, asks, badge
        case encryptionKey = "encryption_key"
        case tokens, ended
    }
}

/// The operating system of an installation's device.
public enum DevicePlatform: String, Hashable, Sendable, Codable, CaseIterable {
    case iOS = "ios"
    case macOS = "macos"
    case watchOS = "watchos"
    case visionOS = "visionos"
    case tvOS = "tvos"
    /// Not an Apple system, for instance a virtual phone on another machine.
    case other
}
