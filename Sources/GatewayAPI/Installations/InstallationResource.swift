// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An installation as the gateway returns it. Its tokens are shortened.
public struct InstallationResource: Hashable, Sendable, Codable {
    public var id: String
    /// The bundle identifier.
    public var app: String
    public var user: String?
    public var locale: String?
    public var timeZone: String?
    public var systemVersion: String?
    public var appVersion: String?
    public var createdAt: Date
    /// The time of the last registration call.
    public var registeredAt: Date
    public var tokens: [TokenResource]
    /// The environment of the app's tokens, as reported by the app; `nil` if a server registered
    /// the installation.
    public var environment: APNSEnvironment?
    public var platform: DevicePlatform?
    /// The app's permission at the time of the last registration.
    public var permission: PermissionSnapshot?
    /// The key with which servers encrypt messages for this installation.
    public var encryptionKey: EncryptionKey?
    /// The number that the gateway counts on the app's icon; `nil` for 0.
    public var badge: Int?
    /// The installation's tags, in order; `nil` if it has none.
    public var tags: [String]?
    /// The values of the installation's attributes; `nil` if it has none.
    public var attributes: [String: AttributeValue]?
    /// The topics to which the installation is subscribed, in order; `nil` if there are none.
    public var topics: [String]?

    public init(
        id: String, app: String, user: String?, locale: String?, timeZone: String?,
        systemVersion: String?, appVersion: String?, createdAt: Date, registeredAt: Date,
        tokens: [TokenResource], environment: APNSEnvironment? = nil,
        platform: DevicePlatform? = nil, permission: PermissionSnapshot? = nil,
        encryptionKey: EncryptionKey? = nil
    ) {
        self.id = id
        self.app = app
        self.user = user
        self.locale = locale
        self.timeZone = timeZone
        self.systemVersion = systemVersion
        self.appVersion = appVersion
        self.createdAt = createdAt
        self.registeredAt = registeredAt
        self.tokens = tokens
        self.environment = environment
        self.platform = platform
        self.permission = permission
        self.encryptionKey = encryptionKey
    }

    enum CodingKeys: String, CodingKey {
        case id, app, user, locale
        case timeZone = "time_zone"
        case systemVersion = "system_version"
        case appVersion = "app_version"
        case createdAt = "created_at"
        case registeredAt = "registered_at"
        case tokens, environment, platform, permission
        case encryptionKey = "encryption_key"
        case badge, tags, attributes, topics
    }
}

/// The state of a device token.
public enum TokenState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The token has no known problem.
    case active
    /// APNs responded `BadDeviceToken`. Notifications are still sent to the token, because APNs
    /// responds in the same way to a valid token in the wrong environment.
    case suspect
    /// APNs responded that the token is no longer active. Nothing is sent to the token until the
    /// app registers it again.
    case dead
    /// The app has registered another token instead.
    case replaced
    /// The installation of the token was deleted.
    case removed

    /// Whether notifications may be sent to a token in this state.
    public var isUsable: Bool { self == .active || self == .suspect }
}

/// A device token as the gateway returns it.
public struct TokenResource: Hashable, Sendable, Codable {
    public var family: TokenFamily
    /// The name of the attributes type, for a token of a Live Activity.
    public var attributesType: String?
    /// The identifier of the running Live Activity, for a token of its updates.
    public var activity: String?
    public var environment: APNSEnvironment
    /// The transport; `nil` for APNs. For another transport, ``environment`` has no meaning, and
    /// ``token`` shows a hash of the address.
    public var transport: PushTransport?
    /// The token's first six digits and a short hash.
    public var token: String
    public var state: TokenState
    /// The reason from APNs, if ``state`` is `suspect` or `dead`.
    public var reason: String?
    /// The time of the last registration call with this token.
    public var registeredAt: Date?
    /// What the gateway found out about a refused token by trying it in the other environment;
    /// `nil` if it has not tried this.
    public var diagnosis: String?

    public init(
        family: TokenFamily, environment: APNSEnvironment, token: String, state: TokenState,
        reason: String?, registeredAt: Date?, attributesType: String? = nil,
        activity: String? = nil
    ) {
        self.family = family
        self.attributesType = attributesType
        self.activity = activity
        self.environment = environment
        self.token = token
        self.state = state
        self.reason = reason
        self.registeredAt = registeredAt
    }

    enum CodingKeys: String, CodingKey {
        case family, activity, environment, transport, token, state, reason, diagnosis
        case attributesType = "attributes_type"
        case registeredAt = "registered_at"
    }
}

/// The response to `GET /v1/installations`.
public struct InstallationList: Hashable, Sendable, Codable {
    public var installations: [InstallationResource]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?

    public init(installations: [InstallationResource], next: String?) {
        self.installations = installations
        self.next = next
    }
}
