// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Limits the number of open pages: each page occupies a slot.
final class ConsoleSlots: Sendable {
    /// One open page. Its slot is released by ``leave()`` or when the object is deallocated, for
    /// instance because the response was never started.
    final class Slot: Sendable {
        private let slots: ConsoleSlots
        private let isTaken = Mutex(true)

        fileprivate init(_ slots: ConsoleSlots) { self.slots = slots }

        deinit { leave() }

        /// Releases the slot. Further calls have no effect.
        func leave() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { slots.free.withLock { $0 += 1 } }
        }
    }

    private let free: Mutex<Int>

    init(count: Int) { free = Mutex(count) }

    /// Reserves a slot; returns `nil` when no slot is free.
    func take() -> Slot? {
        let hasSlot = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return hasSlot ? Slot(self) : nil
    }
}
