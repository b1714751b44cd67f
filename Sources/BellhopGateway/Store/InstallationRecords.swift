// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI
package import GatewayModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The checked values of a registration call.
public struct Registration: Hashable, Sendable {
    public var installationID: String
    public var bundleID: String
    public var token: DeviceToken
    public var environment: APNSEnvironment
    public var family: TokenFamily
    public var user: String?
    public var locale: String?
    public var timeZone: String?
    public var systemVersion: String?
    public var appVersion: String?
    /// The addresses for transports other than APNs.
    package var foreign: [ForeignAddress] = []
    /// Whether ``token`` is a device token; otherwise it is the hash of the first address in
    /// ``foreign``.
    package var hasDeviceToken = true
    /// The tags to add, for an import.
    package var tags: [String] = []
    /// The attributes to change, for an import; `nil` removes an attribute.
    package var attributes: [String: AudienceFilter.Value?] = [:]

    public init(
        installationID: String, bundleID: String, token: DeviceToken, environment: APNSEnvironment,
        family: TokenFamily = .app, user: String? = nil, locale: String? = nil,
        timeZone: String? = nil,
        systemVersion: String? = nil, appVersion: String? = nil
    ) {
        self.installationID = installationID
        self.bundleID = bundleID
        self.token = token
        self.environment = environment
        self.family = family
        self.user = user
        self.locale = locale
        self.timeZone = timeZone
        self.systemVersion = systemVersion
        self.appVersion = appVersion
    }
}

/// The outcome of a registration call.
public enum RegistrationOutcome: Hashable, Sendable {
    case registered(StoredInstallation)
    /// There is no such app.
    case appNotFound
    /// The installation's identifier is in use by another app.
    case otherApp(bundleID: String)
    /// The installation was registered with another secret.
    case otherSecret
}

/// The outcome of one registration among many.
public enum ImportOutcome: Hashable, Sendable {
    case registered
    /// There is no such app.
    case appNotFound
    /// The installation's identifier is in use by another app.
    case otherApp(bundleID: String)
    /// The installation would have more than `GatewayLimits.tagsPerInstallationMax` tags. It is
    /// registered, without the tags and attributes of this registration.
    case tooManyTags
    /// The user was erased, and imports of the user are refused.
    case userErased
}

/// The stored values of an installation, with its tokens.
public struct StoredInstallation: Hashable, Sendable {
    public var id: String
    public var bundleID: String
    public var user: String?
    public var locale: String?
    public var timeZone: String?
    public var systemVersion: String?
    public var appVersion: String?
    public var createdAt: Date
    /// The time of the last registration call.
    public var registeredAt: Date
    public var tokens: [StoredToken]
    /// The facts that only the app itself reports; `nil` as long as only servers have registered
    /// the installation.
    public var device: DeviceFacts?
    /// The number that the gateway counts on the app's icon.
    public var badge = 0

    public init(
        id: String, bundleID: String, user: String?, locale: String?, timeZone: String?,
        systemVersion: String?, appVersion: String?, createdAt: Date, registeredAt: Date,
        tokens: [StoredToken], device: DeviceFacts? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.user = user
        self.locale = locale
        self.timeZone = timeZone
        self.systemVersion = systemVersion
        self.appVersion = appVersion
        self.createdAt = createdAt
        self.registeredAt = registeredAt
        self.tokens = tokens
        self.device = device
    }
}

/// The facts that an app reports about itself, and that servers do not send.
public struct DeviceFacts: Hashable, Sendable {
    /// The SHA-256 of the secret by which the installation proves that a call is its own.
    public var secretHash: [UInt8]
    public var environment: APNSEnvironment
    public var platform: DevicePlatform?
    public var permission: PermissionSnapshot?
    public var encryptionKey: EncryptionKey?

    public init(
        secretHash: [UInt8], environment: APNSEnvironment, platform: DevicePlatform? = nil,
        permission: PermissionSnapshot? = nil, encryptionKey: EncryptionKey? = nil
    ) {
        self.secretHash = secretHash
        self.environment = environment
        self.platform = platform
        self.permission = permission
        self.encryptionKey = encryptionKey
    }
}

/// The stored values of a device token.
public struct StoredToken: Hashable, Sendable {
    public var token: DeviceToken
    public var bundleID: String
    public var environment: APNSEnvironment
    /// The name that distinguishes the token from the installation's other tokens.
    public var name: TokenName
    public var state: TokenState
    /// The reason that APNs gave for a suspect or dead token.
    public var reason: String?
    /// The time of the last registration call with the token; `nil` for a token that was used in
    /// messages and never registered.
    public var registeredAt: Date?
    /// The transport. For a transport other than APNs, ``token`` is a hash of the address.
    public var transport: PushTransport { foreign?.transport ?? .apns }
    /// The address for a transport other than APNs.
    package var foreign: ForeignAddress?
    /// Whether APNs accepted a refused token in the other environment; `nil` if it was not tried.
    public var isOfOtherEnvironment: Bool?

    public init(
        token: DeviceToken, bundleID: String, environment: APNSEnvironment, name: TokenName,
        state: TokenState, reason: String?, registeredAt: Date?
    ) {
        self.token = token
        self.bundleID = bundleID
        self.environment = environment
        self.name = name
        self.state = state
        self.reason = reason
        self.registeredAt = registeredAt
    }
}

/// The filter of a list of installations.
public struct InstallationFilter: Hashable, Sendable {
    public var user: String?
    public var bundleID: String?
    /// The identifier after which the list begins; identifiers are sorted by their bytes.
    public var after: String?
    /// The maximum number of entries.
    public var limit: Int

    public init(
        user: String? = nil, bundleID: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault
    ) {
        self.user = user
        self.bundleID = bundleID
        self.after = after
        self.limit = limit
    }
}
