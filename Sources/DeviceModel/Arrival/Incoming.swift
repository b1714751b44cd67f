// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A notification on its way to the screen.
public enum Incoming: Hashable, Sendable {
    case push(DevicePush)
    /// A push that did not come from APNs but from a file or `simctl push`; the app is found by the
    /// topic. The Simulator treats it differently (`REG-15`), a phone like any other push.
    case injected(DevicePush)
    /// As ``injected(_:)``, and treated as the Simulator does even on a phone: what `simctl push`
    /// led to, on whatever stands in for the Simulator.
    case simulated(DevicePush)
    /// A broadcast for one of the Live Activities that listen to its channel.
    case broadcast(ChannelBroadcast, activityID: String)
    /// A request of the app on this phone, whose time has come.
    case local(NotificationRequest, bundleID: String)

    /// The push, if it is one.
    public var push: DevicePush? {
        switch self {
        case .push(let push), .injected(let push), .simulated(let push): push
        case .local, .broadcast: nil
        }
    }
}
