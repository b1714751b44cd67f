// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The two environments of APNs. A device token of one environment is unknown in the other.
///
/// Development builds register with the sandbox; TestFlight and App Store builds register with
/// production. Source: "Registering your app with APNs", "Sending notification requests to APNs".
public enum APNSEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
    case sandbox
    case production

    /// The host that accepts notifications for devices.
    public var host: String {
        switch self {
        case .sandbox: "api.sandbox.push.apple.com"
        case .production: "api.push.apple.com"
        }
    }

    /// Every host name under which Apple serves this environment's notifications. The name
    /// `api.development…` is an older alias that one of Apple's samples still uses.
    public var hostAliases: [String] {
        switch self {
        case .sandbox:
            [host, "api.development.push.apple.com", broadcastHost]
        case .production: [host, broadcastHost]
        }
    }

    /// The host that the samples of "Sending broadcast push notification requests to APNs" use for
    /// broadcasts. The text of the same page and Apple's push console use ``host``.
    public var broadcastHost: String {
        switch self {
        case .sandbox: "api-broadcast.sandbox.push.apple.com"
        case .production: "api-broadcast.push.apple.com"
        }
    }

    /// The host on which channels are created and deleted. Source: "Sending channel management
    /// requests to APNs".
    public var channelHost: String {
        switch self {
        case .sandbox: "api-manage-broadcast.sandbox.push.apple.com"
        case .production: "api-manage-broadcast.push.apple.com"
        }
    }

    /// The port of ``channelHost``.
    public var channelPort: Int { self == .sandbox ? 2195 : 2196 }

    /// The other environment. A token that is unknown in this environment probably belongs to it.
    public var other: APNSEnvironment { self == .sandbox ? .production : .sandbox }

    /// The value of the `aps-environment` entitlement that selects this environment.
    public var entitlementValue: String { self == .sandbox ? "development" : "production" }
}

/// Port numbers of APNs. Source: "Sending notification requests to APNs".
public enum APNSPort {
    /// The default port of the push hosts.
    public static let https = 443
    /// The documented alternative port on the same hosts, for firewalls that treat port 443
    /// specially.
    public static let alternative = 2197
}
