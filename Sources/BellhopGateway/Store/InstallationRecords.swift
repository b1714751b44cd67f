// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One registration call, checked.
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

/// What became of a registration call.
public enum RegistrationOutcome: Hashable, Sendable {
    case registered(StoredInstallation)
    /// There is no such app.
    case appNotFound
    /// The installation's identifier is in use by another app.
    case otherApp(bundleID: String)
    /// The installation was registered with another secret.
    case otherSecret
}

/// An installation with its tokens as they are stored.
public struct StoredInstallation: Hashable, Sendable {
    public var id: String
    public var bundleID: String
    public var user: String?
    public var locale: String?
    public var timeZone: String?
    public var systemVersion: String?
    public var appVersion: String?
    public var createdAt: Date
    /// The last registration call.
    public var registeredAt: Date
    public var tokens: [StoredToken]
    /// What only the app itself tells; `nil` as long as only servers registered the installation.
    public var device: DeviceFacts?

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

/// What an app tells about itself beside what servers tell too.
public struct DeviceFacts: Hashable, Sendable {
    /// SHA-256 of the secret by which the installation shows that a call is its own.
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

/// A device token as it is stored.
public struct StoredToken: Hashable, Sendable {
    public var token: DeviceToken
    public var bundleID: String
    public var environment: APNSEnvironment
    /// Which of the installation's tokens it is.
    public var name: TokenName
    public var state: TokenState
    /// What APNs answered, when suspect or dead.
    public var reason: String?
    /// The last registration call with it; `nil` for a token that was only ever sent to.
    public var registeredAt: Date?

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

/// Which installations to list.
public struct InstallationFilter: Hashable, Sendable {
    public var user: String?
    public var bundleID: String?
    /// Only identifiers after this one, in the order of their bytes.
    public var after: String?
    /// Entries at most.
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
