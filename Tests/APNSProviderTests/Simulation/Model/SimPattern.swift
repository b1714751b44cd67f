// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation

/// Bodies: pieces of one long row of random bytes, so that a piece at a wrong place shows.
enum SimPattern {
    private static let row: [UInt8] = {
        var random = SeededGenerator(seed: 1)
        return (0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }()

    /// So many bytes, others for each number; at most some 200,000.
    static func bytes(_ count: Int, from number: Int) -> [UInt8] {
        let start = number * 131 % 90_000
        return Array(row[start..<start + count])
    }
}
