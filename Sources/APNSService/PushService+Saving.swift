// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The state that outlives a restart: everything but the counters of rate limits and the older part
/// of the log. Options and limits are set by the host and not saved.
extension PushService {
    /// The saved form of the state.
    public struct SavedState: Codable, Sendable {
        /// Incremented when older programs can no longer read the saved form.
        static let currentVersion = 1

        let version: Int
        let keys: [RegisteredKey]
        let apps: [String: String]
        let devices: [ServiceDevice]
        let registrations: [Registration]
        let stored: [StoredPush]
        let log: [ServiceLogEntry]
        /// Absent, like the following properties, in states that were saved before channels
        /// existed.
        let channels: [BroadcastChannel]?
        let appsWithoutBroadcast: [String]?
    }

    /// The current state.
    public var savedState: SavedState {
        SavedState(
            version: SavedState.currentVersion,
            keys: registry.keys.values.sorted { $0.keyID < $1.keyID },
            apps: registry.apps, devices: registry.devices.values.sorted { $0.id < $1.id },
            registrations: registry.allRegistrations,
            stored: store.values.sorted { $0.logSequence < $1.logSequence },
            log: log.saved(countMax: limits.savedLogEntryCountMax), channels: channels.all,
            appsWithoutBroadcast: channels.disabledBundleIDs.sorted())
    }

    /// Restores a saved state.
    ///
    /// - Throws: ``SavedStateError`` for the state of a newer program, ``ServiceError`` when a
    ///   limit is exceeded.
    public init(
        _ saved: SavedState, tokenCheck: any ProviderTokenCheck,
        options: ServiceOptions = ServiceOptions(), limits: ServiceLimits = ServiceLimits()
    ) throws {
        guard saved.version <= SavedState.currentVersion else {
            throw SavedStateError(version: saved.version)
        }
        self.init(tokenCheck: tokenCheck, options: options, limits: limits)
        for key in saved.keys { try registry.register(key) }
        for (bundleID, teamID) in saved.apps {
            try registry.registerApp(bundleID: bundleID, teamID: teamID)
        }
        for device in saved.devices {
            try registry.registerDevice(device.id, isOnline: device.isOnline)
            try registry.changeDevice(device.id) { $0 = device }
        }
        for registration in saved.registrations { registry.restore(registration) }
        for entry in saved.log { log.append(entry) }
        for bundleID in saved.appsWithoutBroadcast ?? [] {
            channels.setEnabled(false, bundleID: bundleID)
        }
        for channel in saved.channels ?? [] { channels.restore(channel) }
        for push in saved.stored { store[push.slot] = push }
    }
}

/// The error for a saved state of a newer program.
public struct SavedStateError: Error, Hashable, Sendable, CustomStringConvertible {
    let version: Int

    public var description: String {
        "the saved state has version \(version), but this program reads version "
            + "\(PushService.SavedState.currentVersion); use a newer Bellhop, or remove the file "
            + "to start with an empty state"
    }
}
