// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation

/// Bodies: parts of one long sequence of random bytes, so that a part at a wrong position is found.
enum SimPattern {
    private static let row: [UInt8] = {
        var random = SeededGenerator(seed: 1)
        return (0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }()

    /// Returns `count` bytes, which are different for each number; at most about 200,000.
    static func bytes(_ count: Int, from number: Int) -> [UInt8] {
        let start = number * 131 % 90_000
        return Array(row[start..<start + count])
    }
}
