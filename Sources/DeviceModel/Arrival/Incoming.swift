// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A notification on its way to the screen.
public enum Incoming: Hashable, Sendable {
    case push(DevicePush)
    /// A push that came from a file or `simctl push`, not from APNs; the topic names the app. A
    /// Simulator applies its own rules to such a push (`REG-15`); a phone treats it like any other
    /// push.
    case injected(DevicePush)
    /// Like ``injected(_:)``, but the Simulator's rules apply even on a phone. Use this case for a
    /// phone that replaces the Simulator as the target of `simctl push`.
    case simulated(DevicePush)
    /// A broadcast for one of the Live Activities that follow its channel.
    case broadcast(ChannelBroadcast, activityID: String)
    /// A due local request of an app on this phone.
    case local(NotificationRequest, bundleID: String)

    /// The push; `nil` for a local notification or a broadcast.
    public var push: DevicePush? {
        switch self {
        case .push(let push), .injected(let push), .simulated(let push): push
        case .local, .broadcast: nil
        }
    }
}
