// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How much a service keeps; what happens at each limit stands beside it.
public struct ServiceLimits: Hashable, Sendable {
    /// Registered keys; one more is refused.
    public var keyCountMax = 1_000
    /// Known apps; one more is refused.
    public var appCountMax = 10_000
    /// Known devices; one more is refused.
    public var deviceCountMax = 10_000
    /// Living tokens; one more is refused.
    public var liveTokenCountMax = 100_000
    /// Dead tokens that are remembered; beyond it the one that died first is forgotten, and is
    /// answered `BadDeviceToken` from then on.
    public var deadTokenCountMax = 10_000
    /// Entries of the log; beyond it the oldest is dropped.
    public var logEntryCountMax = 10_000
    /// Entries of the log that are saved with the state: the newest, and all that wait in the
    /// store.
    public var savedLogEntryCountMax = 200

    /// Channels of an app in one environment; one more is answered `CannotCreateChannelConfig`.
    /// Documented ("Sending channel management requests to APNs").
    public var channelCountPerAppMax = 10_000
    /// Channels of all apps; one more is answered the same.
    public var channelCountMax = 100_000
    /// Channels that one device follows; one more is not followed.
    public var followedChannelCountMax = 100

    public init() {}
}

/// Why the service cannot do what its host asks.
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
                + "full stops, "
                + "such as com.example.app"
        case .appOfOtherTeam(let bundleID, let teamID):
            "\(bundleID.prefix(255)) belongs to team \(teamID) already; use another bundle "
                + "identifier"
        case .unknownToken: "this device token is not registered here; register it first"
        case .limitReached(let what, let max):
            "there are \(max) \(what) already, which is the limit; remove some or reset the "
                + "simulator"
        }
    }
}
