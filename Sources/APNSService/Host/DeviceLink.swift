// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The way from APNs to the devices; the host of the simulated devices provides it.
public protocol DeviceLink: Sendable {
    /// Hands a notification to a device. Calls come one after another, in the order of acceptance.
    func deliver(_ push: DevicePush, to deviceID: String) async
    /// Hands a broadcast to one of the devices that follow its channel, in the same order.
    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async
}
