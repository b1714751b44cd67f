// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BenchSupport

/// Notifications at a fixed rate; the identifier of each is the time at which it was due.
struct PacedPushes: AsyncSequence, Sendable {
    let count: Int
    /// The rate for each second.
    let rate: Double

    func makeAsyncIterator() -> Iterator {
        Iterator(count: count, rate: rate, start: ContinuousClock.now)
    }

    struct Iterator: AsyncIteratorProtocol {
        let count: Int
        let rate: Double
        let start: ContinuousClock.Instant
        private var number = 0
        /// The number of notifications that are due; updated when all of these were returned.
        private var dueCount = 0

        init(count: Int, rate: Double, start: ContinuousClock.Instant) {
            self.count = count
            self.rate = rate
            self.start = start
        }

        mutating func next() async throws -> IdentifiedPush<ContinuousClock.Instant>? {
            guard number < count else { return nil }
            while number >= dueCount {
                let seconds = (ContinuousClock.now - start) / .seconds(1)
                dueCount = Swift.min(count, Int(saturating: seconds * rate))
                if number >= dueCount {
                    try await TimeSource.system.sleep(for: .milliseconds(1))
                }
            }
            defer { number += 1 }
            let due = start + Duration(saturatingSeconds: Double(number) / rate)
            return IdentifiedPush(id: due, request: Message.request(number))
        }
    }
}
