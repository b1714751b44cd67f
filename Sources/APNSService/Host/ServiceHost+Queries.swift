// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Queries, saving and resetting.
extension ServiceHost {
    /// Returns the newest matching log entries, the oldest of them first.
    public func log(_ query: ServiceLog.Query = .init()) -> [ServiceLogEntry] {
        let now = time.now
        return state.withLock { state in
            state.service.discardExpired(now: now)
            return state.service.log.entries(query)
        }
    }

    /// Returns the number of log entries in which a request with this `apns-id` was accepted.
    public func acceptedCount(of id: APNSID) -> Int {
        state.withLock { $0.service.log.acceptedCount(of: id) }
    }

    /// The number of requests that were accepted and rejected since the start.
    public var requestCounts: (accepted: Int, refused: Int) {
        state.withLock { ($0.service.log.acceptedCount, $0.service.log.refusedCount) }
    }

    /// All registered devices.
    public var devices: [ServiceDevice] {
        state.withLock { $0.service.registry.devices.values.sorted { $0.id < $1.id } }
    }

    /// The team of each registered app, by bundle identifier.
    public var apps: [String: String] { state.withLock { $0.service.registry.apps } }

    /// Returns the registration of a device token, valid or not.
    public func registration(of token: DeviceToken) -> Registration? {
        state.withLock { $0.service.registry.registration(of: token) }
    }

    /// Returns the valid device tokens of a device.
    public func liveRegistrations(deviceID: String) -> [Registration] {
        state.withLock { $0.service.registry.liveRegistrations(deviceID: deviceID) }
    }

    /// Returns the channels of an app in an environment, the oldest first.
    public func channels(of bundleID: String, _ environment: APNSEnvironment) -> [BroadcastChannel]
    {
        state.withLock { $0.service.channels.channels(of: bundleID, environment) }
    }

    /// Incremented with every change, so that a host knows when to save.
    public var revision: Int { state.withLock { $0.revision } }

    /// Returns the state as JSON, for the host to write to a file. It contains device tokens and
    /// must be kept private.
    public func save() throws -> [UInt8] {
        let saved = state.withLock { $0.service.savedState }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return Array(try encoder.encode(saved))
    }

    /// Restores a state from ``save()``; options and limits do not change.
    ///
    /// - Throws: `DecodingError` for bytes that are not a saved state, ``SavedStateError`` for a
    ///   state that a newer version saved.
    public func restore(_ bytes: [UInt8]) throws {
        let saved = try JSONDecoder().decode(PushService.SavedState.self, from: Data(bytes))
        try state.withLock { state in
            state.service = try PushService(
                saved, tokenCheck: state.service.tokenCheck, options: state.service.options,
                limits: state.service.limits)
            state.revision += 1
        }
    }

    /// Removes devices, device tokens, stored notifications and the log; keys, apps, channels and
    /// options stay.
    public func reset() {
        state.withLock { state in
            state.service.reset()
            state.revision += 1
        }
    }
}
