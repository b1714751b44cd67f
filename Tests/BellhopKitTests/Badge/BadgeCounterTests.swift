// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import Testing

struct BadgeCounterTests {
    let folder = SharedFolder(
        FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
    var counter: BadgeCounter { BadgeCounter(folder: folder) }

    @Test func `the badge counter counts from 0, and again from 0 after a reset`() throws {
        #expect(try counter.count == 0)
        #expect(try counter.add(1) == 1)
        #expect(try counter.add(2) == 3)
        try counter.reset()
        #expect(try counter.count == 0)
        #expect(try counter.add() == 1)
    }

    @Test(arguments: [
        (start: 0, added: -1, sum: 0), (5, -9, 0), (1, .min, 0), (7, .max, BadgeCounter.countMax),
        (BadgeCounter.countMax, 1, BadgeCounter.countMax), (-3, 1, 1),
    ])
    func `the count stays between 0 and its limit`(start: Int, added: Int, sum: Int) throws {
        try counter.set(start)
        #expect(try counter.add(added) == sum)
    }

    @Test func `of numbers that are added concurrently, none is lost`() async throws {
        let folder = folder
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 { group.addTask { try BadgeCounter(folder: folder).add(1) } }
            var sums: Set<Int> = []
            for try await sum in group { sums.insert(sum) }
            #expect(sums == Set(1...40))
        }
        #expect(try counter.count == 40)
    }
}
