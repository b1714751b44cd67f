// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Looking at the service, saving it, starting afresh.
extension ServiceHost {
    /// The newest log entries that match, oldest of them first.
    public func log(_ query: ServiceLog.Query = .init()) -> [ServiceLogEntry] {
        let now = time.now
        return state.withLock { state in
            state.service.discardExpired(now: now)
            return state.service.log.entries(query)
        }
    }

    /// How often an `apns-id` was accepted, as far back as the log reaches.
    public func acceptedCount(of id: APNSID) -> Int {
        state.withLock { $0.service.log.acceptedCount(of: id) }
    }

    /// How many requests were accepted and refused since the start.
    public var requestCounts: (accepted: Int, refused: Int) {
        state.withLock { ($0.service.log.acceptedCount, $0.service.log.refusedCount) }
    }

    /// Every known device.
    public var devices: [ServiceDevice] {
        state.withLock { $0.service.registry.devices.values.sorted { $0.id < $1.id } }
    }

    /// The team of each known app.
    public var apps: [String: String] { state.withLock { $0.service.registry.apps } }

    /// What a device token stands for, dead or alive.
    public func registration(of token: DeviceToken) -> Registration? {
        state.withLock { $0.service.registry.registration(of: token) }
    }

    /// The living device tokens of a device.
    public func liveRegistrations(deviceID: String) -> [Registration] {
        state.withLock { $0.service.registry.liveRegistrations(deviceID: deviceID) }
    }

    /// The channels of an app in an environment, the oldest first.
    public func channels(of bundleID: String, _ environment: APNSEnvironment) -> [BroadcastChannel]
    {
        state.withLock { $0.service.channels.channels(of: bundleID, environment) }
    }

    /// Rises with every change, so that a host knows when there is something to save.
    public var revision: Int { state.withLock { $0.revision } }

    /// The state as bytes of JSON, for the host to write to a file. It holds device tokens: keep it
    /// private.
    public func save() throws -> [UInt8] {
        let saved = state.withLock { $0.service.savedState }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return Array(try encoder.encode(saved))
    }

    /// Takes up the state that ``save()`` gave; options and limits stay as they are.
    ///
    /// - Throws: `DecodingError` for other bytes, ``SavedStateError`` for those of a newer program.
    public func restore(_ bytes: [UInt8]) throws {
        let saved = try JSONDecoder().decode(PushService.SavedState.self, from: Data(bytes))
        try state.withLock { state in
            state.service = try PushService(
                saved, tokenCheck: state.service.tokenCheck, options: state.service.options,
                limits: state.service.limits)
            state.revision += 1
        }
    }

    /// Forgets devices, device tokens, what waits and the log; keys, apps and options stay.
    public func reset() {
        state.withLock { state in
            state.service.reset()
            state.revision += 1
        }
    }
}
