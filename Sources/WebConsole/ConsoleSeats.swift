// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How many pages may be open at a time, and how many are.
final class ConsoleSeats: Sendable {
    /// One page that is open. It ends when it is left or let go of, for instance because the
    /// response was never begun.
    final class Seat: Sendable {
        private let seats: ConsoleSeats
        private let isTaken = Mutex(true)

        fileprivate init(_ seats: ConsoleSeats) { self.seats = seats }

        deinit { leave() }

        /// Makes room for another page. Doing it again changes nothing.
        func leave() {
            let wasTaken = isTaken.withLock { isTaken in
                defer { isTaken = false }
                return isTaken
            }
            if wasTaken { seats.free.withLock { $0 += 1 } }
        }
    }

    private let free: Mutex<Int>

    init(count: Int) { free = Mutex(count) }

    /// Takes a seat; `nil` when none is free.
    func take() -> Seat? {
        let hasSeat = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return hasSeat ? Seat(self) : nil
    }
}
