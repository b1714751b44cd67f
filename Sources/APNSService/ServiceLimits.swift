// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of a service's state; each states what happens when it is exceeded.
public struct ServiceLimits: Hashable, Sendable {
    /// The registered keys; a further one is refused.
    public var keyCountMax = 1_000
    /// The registered apps; a further one is refused.
    public var appCountMax = 10_000
    /// The registered devices; a further one is refused.
    public var deviceCountMax = 10_000
    /// The valid tokens; a further one is refused.
    public var liveTokenCountMax = 100_000
    /// The invalid tokens that are stored; beyond it the oldest is removed and is rejected with
    /// `BadDeviceToken` from then on.
    public var deadTokenCountMax = 10_000
    /// The entries of the log; beyond it the oldest is dropped.
    public var logEntryCountMax = 10_000
    /// The log entries that are saved with the state: the newest ones; entries of stored
    /// notifications are saved in addition.
    public var savedLogEntryCountMax = 200

    /// The channels of an app in one environment; a further one is rejected with
    /// `CannotCreateChannelConfig`. Documented ("Sending channel management requests to APNs").
    public var channelCountPerAppMax = 10_000
    /// The channels of all apps; a further one is rejected in the same way.
    public var channelCountMax = 100_000
    /// The subscriptions of one device; further ones are ignored.
    public var followedChannelCountMax = 100

    public init() {}
}

/// Why the service cannot perform a change that its host requests.
public enum ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownDevice(String)
    case unknownApp(String)
    case badBundleID(String)
    case appOfOtherTeam(bundleID: String, teamID: String)
    case unknownToken
    case limitReached(what: String, max: Int)

    public var description: String {
        switch self {
        case .unknownDevice(let id): "there is no device \"\(id.prefix(64))\"; register it first"
        case .unknownApp(let id): "there is no app \"\(id.prefix(255))\"; register it first"
        case .badBundleID(let id):
            "\"\(id.prefix(64))\" is not a bundle identifier; use letters, digits, hyphens and "
                + "periods, as in com.example.app"
        case .appOfOtherTeam(let bundleID, let teamID):
            "\(bundleID.prefix(255)) already belongs to team \(teamID); use another bundle "
                + "identifier"
        case .unknownToken:
            "this device token is not registered with the simulator; register it first"
        case .limitReached(let what, let max):
            "there are already \(max) \(what), which is the limit; remove some or reset the "
                + "simulator"
        }
    }
}
