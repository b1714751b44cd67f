// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopKit

/// The app icon on the system's side. A test can run code while a number is being written.
@MainActor
private final class Icon {
    private(set) var numbers: [Int] = []
    /// Functions that each run once, while a number is being written.
    var meanwhile: [@MainActor () throws -> Void] = []
    private(set) var errors: [any Error] = []

    func write(_ number: Int) async {
        await Task.yield()
        if !meanwhile.isEmpty {
            do { try meanwhile.removeFirst()() } catch { errors.append(error) }
        }
        numbers.append(number)
    }
}

@MainActor
struct BadgeTests {
    private let icon = Icon()
    private let counter = BadgeCounter(
        folder: SharedFolder(
            FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)))

    private func makeBadge(_ policy: BadgePolicy) -> PushBadge {
        PushBadge(
            policy, counter: counter, write: { [icon] in await icon.write($0) }, onError: { _ in })
    }

    @Test(arguments: [
        (BadgePolicy.server, [Int]()), (.counted, [0]), (.app, []),
        (BadgePolicy(.app, clearsWhenActive: true), [0]),
        (BadgePolicy(.server, clearsWhenActive: true), [0]),
    ])
    func `the policy determines whether the badge is removed when the app becomes active`(
        policy: BadgePolicy, written: [Int]
    ) async {
        await makeBadge(policy).becameActive()
        #expect(icon.numbers == written)
    }

    @Test func `BDG-4: instead of a number below 0, 0 is written`() async {
        await makeBadge(.app).set(-4)
        #expect(icon.numbers == [0])
    }

    @Test(arguments: [
        (BadgePolicy.Source.server, true, true), (.server, false, false), (.app, true, false),
        (.app, false, false),
    ])
    func `BDG-7: in the foreground, a shown push sets the badge unless the app sets it itself`(
        source: BadgePolicy.Source, isShown: Bool, isApplied: Bool
    ) {
        let badge = makeBadge(BadgePolicy(source, clearsWhenActive: false))
        #expect(badge.arrived(3, isShown: isShown) == isApplied)
        #expect(!badge.arrived(nil, isShown: true), "BDG-1: the number does not change")
    }

    @Test func `a push that arrives while the badge is being removed sets its own number`() async {
        let badge = makeBadge(.server)
        icon.meanwhile = [{ #expect(badge.arrived(5, isShown: true)) }]
        await badge.clear()
        #expect(icon.numbers == [0, 5])
    }

    @Test func `what an extension counts while the badge is being removed is not lost`()
        async throws
    {
        try counter.set(4)
        let badge = makeBadge(.counted)
        icon.meanwhile = [
            { [counter] in try counter.add(1) }, { [counter] in try counter.add(1) },
        ]
        await badge.becameActive()
        #expect(icon.numbers == [0, 1, 2])
        #expect(icon.errors.isEmpty)
    }

    @Test func `a push that was counted before a reset and arrives after it is counted again`()
        async throws
    {
        let number = try counter.add(3)
        let badge = makeBadge(.counted)
        await badge.becameActive()
        #expect(!badge.arrived(number, isShown: true), "the system must not write the old sum")
        await badge.settled()
        #expect(icon.numbers == [0, 1])
        #expect(try counter.count == 1)
    }

    @Test func `a message that the person is reading is not counted`() throws {
        try counter.add(2)
        let badge = makeBadge(.counted)
        #expect(!badge.arrived(2, isShown: false))
        #expect(try counter.count == 1)
        try counter.reset()
        #expect(!badge.arrived(2, isShown: false), "it was counted before the reset")
        #expect(try counter.count == 0)
    }

    @Test func `numbers reach the system in the order in which they were set`() async {
        let badge = makeBadge(.app)
        let tasks = (1...5).map { number in Task { await badge.set(number) } }
        for task in tasks { await task.value }
        #expect(icon.numbers == [1, 2, 3, 4, 5])
    }
}
