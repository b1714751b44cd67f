// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization

@testable import APNSService

/// Keeps what devices were given, in order.
final class RecordingDeviceLink: DeviceLink {
    private let (stream, continuation) = AsyncStream.makeStream(of: DevicePush.self)

    private let broadcasts = AsyncStream.makeStream(of: ChannelBroadcast.self)

    func deliver(_ push: DevicePush, to deviceID: String) async { continuation.yield(push) }

    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async {
        broadcasts.continuation.yield(broadcast)
    }

    /// Waits for the next broadcast.
    func nextBroadcast() async -> ChannelBroadcast? {
        for await broadcast in broadcasts.stream { return broadcast }
        return nil
    }

    /// Waits for so many deliveries.
    func first(_ count: Int) async -> [DevicePush] {
        var pushes: [DevicePush] = []
        for await push in stream {
            pushes.append(push)
            if pushes.count == count { break }
        }
        return pushes
    }
}
