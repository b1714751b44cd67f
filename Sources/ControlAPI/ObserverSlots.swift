// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Limits the number of open event streams. Each stream occupies a slot.
package final class ObserverSlots: Sendable {
    /// One open stream. Its slot is released by ``leave()`` or when the object is deallocated, for
    /// instance because the response was never started.
    package final class Slot: Sendable {
        private let slots: ObserverSlots
        private let isTaken = Mutex(true)

        fileprivate init(_ slots: ObserverSlots) { self.slots = slots }

        deinit { leave() }

        /// Releases the slot. Further calls have no effect.
        package func leave() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { slots.free.withLock { $0 += 1 } }
        }
    }

    private let free: Mutex<Int>

    package init(count: Int) { free = Mutex(count) }

    /// Reserves a slot. Returns `nil` when no slot is free.
    package func take() -> Slot? {
        let hasSlot = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return hasSlot ? Slot(self) : nil
    }
}
