// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The link from APNs to the devices, provided by the host of the simulated devices.
public protocol DeviceLink: Sendable {
    /// Delivers a notification to a device. The calls are sequential, in the order in which APNs
    /// accepted the notifications.
    func deliver(_ push: DevicePush, to deviceID: String) async
    /// Delivers a broadcast to one subscriber of its channel. These calls and the calls for
    /// notifications are in one sequence, in the order of acceptance.
    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async
}
