// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The state that is preserved when the host restarts: everything except the counters of rate
/// limits and the older part of the log. The host sets options and limits, which are not saved.
/// Light devices are saved in a separate form, ``FleetRecord``.
extension PushService {
    /// The saved form of the state.
    public struct SavedState: Codable, Sendable {
        /// A number that is incremented when older programs can no longer read the saved form.
        static let currentVersion = 1

        let version: Int
        let keys: [RegisteredKey]
        let apps: [String: String]
        let devices: [ServiceDevice]
        let registrations: [Registration]
        let stored: [StoredPush]
        let log: [ServiceLogEntry]
        /// The channels. This property and the following ones are absent in states that were saved
        /// before channels existed.
        let channels: [BroadcastChannel]?
        let appsWithoutBroadcast: [String]?
        let appsWithoutPush: [String]?
    }

    /// The current state.
    public var savedState: SavedState {
        SavedState(
            version: SavedState.currentVersion,
            keys: registry.keys.values.sorted { $0.keyID < $1.keyID },
            apps: registry.apps, devices: registry.fullDevices,
            registrations: registry.fullRegistrations,
            stored: store.values.sorted { $0.logSequence < $1.logSequence },
            log: log.saved(countMax: limits.savedLogEntryCountMax), channels: channels.all,
            appsWithoutBroadcast: channels.disabledBundleIDs.sorted(),
            appsWithoutPush: registry.appsWithoutPush.sorted())
    }

    /// Restores a saved state.
    ///
    /// - Throws: ``SavedStateError`` if a newer program saved the state; ``ServiceError`` when a
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
        for bundleID in saved.appsWithoutPush ?? [] {
            try registry.setPushEnabled(false, bundleID: bundleID)
        }
        // States that were saved before the separate form existed contain the light devices here.
        for device in saved.devices { try registry.restore(device) }
        for registration in saved.registrations { registry.restore(registration) }
        for entry in saved.log { log.restore(entry) }
        for bundleID in saved.appsWithoutBroadcast ?? [] {
            channels.setEnabled(false, bundleID: bundleID)
        }
        for channel in saved.channels ?? [] { channels.restore(channel) }
        for push in saved.stored { store[push.slot] = push }
    }
}

/// The error for a state that a newer program saved.
public struct SavedStateError: Error, Hashable, Sendable, CustomStringConvertible {
    let version: Int

    public var description: String {
        "the saved state has version \(version), but this program reads only version "
            + "\(PushService.SavedState.currentVersion); use the version of Bellhop that wrote it, "
            + "or remove the file to start with an empty state"
    }
}
