// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Synchronization

/// Resets parts of the state.
extension PushService {
    /// Removes the notifications and broadcasts that are stored for devices.
    mutating func removeStored() {
        for stored in store.values { log.explain(stored.logSequence, Self.removed) }
        store = [:]
        channels.removeStored()
    }

    private static let removed = "a reset of the simulator removed the notification from the store"

    /// Removes the apps without a valid device token, and all keys except the keys with the given
    /// identifiers.
    mutating func resetSenders(keepingKeys keyIDs: Set<String>) {
        registry.removeUnusedApps()
        for keyID in registry.keys.keys where !keyIDs.contains(keyID) { registry.removeKey(keyID) }
    }
}

extension ServiceHost {
    /// Removes the notifications and broadcasts that are stored for devices.
    package func removeStored() {
        defer { changes.signal() }
        state.withLock { state in
            state.service.removeStored()
            state.revision += 1
        }
    }

    /// Removes the apps without a valid device token, and all keys except the keys with the given
    /// identifiers.
    package func resetSenders(keepingKeys keyIDs: Set<String>) {
        defer { changes.signal() }
        state.withLock { state in
            state.service.resetSenders(keepingKeys: keyIDs)
            state.revision += 1
        }
    }

    /// The identifiers of the registered keys.
    package var keyIDs: Set<String> {
        state.withLock { Set($0.service.registry.keys.keys) }
    }
}
