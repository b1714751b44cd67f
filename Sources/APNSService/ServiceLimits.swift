// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of a service's state; each description states what happens beyond the limit.
public struct ServiceLimits: Hashable, Sendable {
    /// The maximum number of registered keys; a further key is refused.
    public var keyCountMax = 1_000
    /// The maximum number of registered apps; a further app is refused.
    public var appCountMax = 10_000
    /// The maximum number of registered devices; a further device is refused.
    public var deviceCountMax = 10_000
    /// The maximum number of valid device tokens; a further token is refused.
    public var liveTokenCountMax = 100_000
    /// The maximum number of stored invalid tokens; beyond it the oldest is removed, and requests
    /// for that token are rejected with `BadDeviceToken` from then on.
    public var deadTokenCountMax = 10_000
    /// The maximum number of log entries; beyond it the oldest is dropped.
    public var logEntryCountMax = 10_000
    /// The number of log entries, counted from the newest, that are saved with the state. Entries
    /// of stored notifications are saved in addition.
    public var savedLogEntryCountMax = 200

    /// The maximum number of channels of an app in one environment; a further channel is rejected
    /// with `CannotCreateChannelConfig`. Documented ("Sending channel management requests to
    /// APNs").
    public var channelCountPerAppMax = 10_000
    /// The maximum number of channels of all apps together; a further channel is rejected in the
    /// same way.
    public var channelCountMax = 100_000
    /// The maximum number of channels to which one device subscribes; further subscriptions are
    /// ignored.
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
