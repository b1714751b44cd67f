// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `PUT /v1/device/installations/{installation_id}`: what an app tells about itself at
/// each start.
///
/// Facts replace what the gateway knew: without ``user`` the installation belongs to nobody. Tokens
/// are added to those that the gateway has; the newest of a ``TokenName`` replaces the one before.
public struct DeviceRegistration: Hashable, Sendable, Codable {
    /// The bundle identifier.
    public var app: String
    /// Where the app's tokens are good: what its entitlement `aps-environment` says.
    public var environment: APNSEnvironment
    /// Whose installation it is; `nil` while nobody is signed in.
    public var user: String?
    /// The app server's word that it is this user; see ``UserProof``.
    public var userProof: String?
    /// For instance `pt-BR`.
    public var locale: String?
    /// An IANA name, for instance `Europe/Lisbon`.
    public var timeZone: String?
    public var platform: DevicePlatform?
    public var systemVersion: String?
    public var appVersion: String?
    public var permission: PermissionSnapshot?
    /// The key by which servers encrypt for this installation.
    public var encryptionKey: EncryptionKey?
    public var tokens: [TokenRegistration]
    /// Tokens that are of no use any more, for instance of a Live Activity that has ended.
    public var ended: [TokenName]

    public init(
        app: String, environment: APNSEnvironment, user: String? = nil, userProof: String? = nil,
        locale: String? = nil, timeZone: String? = nil, platform: DevicePlatform? = nil,
        systemVersion: String? = nil, appVersion: String? = nil,
        permission: PermissionSnapshot? = nil, encryptionKey: EncryptionKey? = nil,
        tokens: [TokenRegistration] = [], ended: [TokenName] = []
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
        case permission
        case encryptionKey = "encryption_key"
        case tokens, ended
    }
}

/// The system that an installation runs on.
public enum DevicePlatform: String, Hashable, Sendable, Codable, CaseIterable {
    case iOS = "ios"
    case macOS = "macos"
    case watchOS = "watchos"
    case visionOS = "visionos"
    case tvOS = "tvos"
    /// No Apple system: a virtual phone on another machine.
    case other
}
