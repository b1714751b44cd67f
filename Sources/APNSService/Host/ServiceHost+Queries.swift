// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Queries the service, and saves and resets its state.
extension ServiceHost {
    /// Returns the newest matching log entries, in order from the oldest to the newest.
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

    /// The number of accepted requests and the number of rejected requests since the start.
    public var requestCounts: (accepted: Int, refused: Int) {
        state.withLock { ($0.service.log.acceptedCount, $0.service.log.refusedCount) }
    }

    /// The active faults.
    public var faults: [FaultPlan.Entry] {
        let now = time.now
        return state.withLock { state in
            state.service.faults.removeEnded(now: now)
            return state.service.faults.entries
        }
    }

    /// All registered devices.
    public var devices: [ServiceDevice] {
        state.withLock { $0.service.registry.allDevices }
    }

    /// The team of each registered app, by bundle identifier.
    public var apps: [String: String] { state.withLock { $0.service.registry.apps } }

    /// Returns the registration of a device token, whether the token is valid or not.
    public func registration(of token: DeviceToken) -> Registration? {
        state.withLock { $0.service.registry.registration(of: token) }
    }

    /// Returns the valid device tokens of a device.
    public func liveRegistrations(deviceID: String) -> [Registration] {
        state.withLock { $0.service.registry.liveRegistrations(deviceID: deviceID) }
    }

    /// Returns the channels of an app in an environment, in order from the oldest to the newest.
    public func channels(of bundleID: String, _ environment: APNSEnvironment) -> [BroadcastChannel]
    {
        state.withLock { $0.service.channels.channels(of: bundleID, environment) }
    }

    /// A number that is incremented with every change, so that the owner of the host can detect
    /// when to save the state.
    public var revision: Int { state.withLock { $0.revision } }

    /// Returns the state as JSON, without the light devices. The caller writes the JSON to a file.
    /// The JSON contains device tokens and must be kept private.
    public func save() throws -> [UInt8] {
        let saved = state.withLock { $0.service.savedState }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return Array(try encoder.encode(saved))
    }

    /// A number that changes with every change of a light device, so that the owner of the host can
    /// detect when to save these devices.
    package var fleetRevision: Int { state.withLock { $0.service.registry.fleetRevision } }

    /// Returns the light devices as bytes, together with the revision of this state. The caller
    /// writes the bytes to a file. They contain device tokens and must be kept private.
    package func saveFleet() -> (bytes: [UInt8], revision: Int) {
        // Encoding a million devices takes a second. A copy is encoded, so that requests need not
        // wait.
        let registry = state.withLock { $0.service.registry }
        return (FleetRecord.encode(registry), registry.fleetRevision)
    }

    /// Restores a state from ``save()``, which does not contain the light devices. The options and
    /// limits do not change.
    ///
    /// - Throws: `DecodingError` if the bytes are not a saved state; ``SavedStateError`` if a newer
    ///   version saved the state.
    public func restore(_ bytes: [UInt8]) throws { try restore(bytes, fleet: nil) }

    package func restore(_ bytes: [UInt8], fleet: [UInt8]?) throws {
        let saved = try JSONDecoder().decode(PushService.SavedState.self, from: Data(bytes))
        try state.withLock { state in
            var service = try PushService(
                saved, tokenCheck: state.service.tokenCheck, options: state.service.options,
                limits: state.service.limits)
            if let fleet { try FleetRecord.decode(fleet, into: &service.registry) }
            state.service = service
            state.revision += 1
        }
    }

    /// Removes devices, device tokens, stored notifications and the log. Keys, apps, channels and
    /// options do not change.
    public func reset() {
        state.withLock { state in
            state.service.reset()
            state.revision += 1
        }
    }
}
