// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The link from APNs to the devices, provided by the host of the simulated devices.
public protocol DeviceLink: Sendable {
    /// Delivers a notification to a device. Called sequentially, in the order of acceptance.
    func deliver(_ push: DevicePush, to deviceID: String) async
    /// Delivers a broadcast to one subscriber of its channel. Called in sequence with
    /// notifications, also in the order of acceptance.
    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async
}
