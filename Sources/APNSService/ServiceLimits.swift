// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of a service's state. Each description states the consequence of exceeding the limit.
public struct ServiceLimits: Hashable, Sendable {
    /// The maximum number of registered keys. Any further key is refused.
    public var keyCountMax = 1_000
    /// The maximum number of registered apps. Any further app is refused.
    public var appCountMax = 10_000
    /// The maximum number of registered devices. Any further device is refused.
    public var deviceCountMax = 10_000
    /// The maximum number of light devices. Each has one token; the devices and their tokens do not
    /// count toward ``deviceCountMax`` and ``liveTokenCountMax``. Any further light device is
    /// refused.
    public var lightDeviceCountMax = 1_000_000
    /// The maximum number of valid device tokens. Any further token is refused.
    public var liveTokenCountMax = 100_000
    /// The maximum number of stored invalid tokens. Beyond it, the oldest token is removed;
    /// afterwards, requests for that token are rejected with `BadDeviceToken`.
    public var deadTokenCountMax = 10_000
    /// The maximum number of log entries. Beyond it, the oldest entry is dropped.
    public var logEntryCountMax = 10_000
    /// The number of log entries, counted from the newest, that are saved with the state. The
    /// entries of stored notifications are saved, too.
    public var savedLogEntryCountMax = 200

    /// The maximum number of channels of an app in one environment. Any further channel is rejected
    /// with `CannotCreateChannelConfig`. Apple documents this limit ("Sending channel management
    /// requests to APNs").
    public var channelCountPerAppMax = 10_000
    /// The maximum number of channels of all apps together. Any further channel is rejected with
    /// `CannotCreateChannelConfig`.
    public var channelCountMax = 100_000
    /// The maximum number of channels to which one device subscribes. Further subscriptions are
    /// ignored.
    public var followedChannelCountMax = 100

    public init() {}
}

/// The reason why the service cannot perform a change that its host requests.
public enum ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownDevice(String)
    case unknownApp(String)
    case badBundleID(String)
    case appOfOtherTeam(bundleID: String, teamID: String)
    /// The App ID lacks the Push Notifications capability.
    case appWithoutPush(String)
    /// The identifier of a light device belongs to a device of another kind.
    case deviceOfOtherKind(String)
    /// The token of a light device belongs to another device or app.
    case tokenOfOtherDevice
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
        case .appWithoutPush(let bundleID):
            "the App ID \(bundleID.prefix(255)) lacks the Push Notifications capability; add the "
                + "capability"
        case .deviceOfOtherKind(let id):
            "\"\(id.prefix(64))\" is the identifier of a phone; use another identifier"
        case .tokenOfOtherDevice:
            "the device token belongs to another device or app; use another token"
        case .unknownToken:
            "the simulator does not know this device token; register it first"
        case .limitReached(let what, let max):
            "there are already \(max) \(what), which is the limit; remove some or reset the "
                + "simulator"
        }
    }
}
