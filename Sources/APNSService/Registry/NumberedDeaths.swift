// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The invalidations of tokens, by number. A number to which no row refers any longer is reused.
struct NumberedDeaths: Sendable {
    private var deaths: [Registration.Death] = []
    /// The number of rows that refer to each invalidation.
    private var counts: [Int] = []
    private var free: [UInt32] = []

    subscript(number: UInt32) -> Registration.Death { deaths[Int(number)] }

    mutating func add(_ death: Registration.Death, count: Int = 1) -> UInt32 {
        if let number = free.popLast() {
            deaths[Int(number)] = death
            counts[Int(number)] = count
            return number
        }
        deaths.append(death)
        counts.append(count)
        return UInt32(deaths.count - 1)
    }

    mutating func release(_ number: UInt32) {
        counts[Int(number)] -= 1
        if counts[Int(number)] == 0 { free.append(number) }
    }
}
