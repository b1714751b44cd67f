// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayTesting
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// The power goes off at random points while messages are stored and sent: writes that were not yet
/// synchronized are on the disk, are missing, or are there in part.
///
/// In a long run there are 10,000 points.
@Suite(.timeLimit(.minutes(30))) struct PowerCutTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    private static let pointCount = isLong ? 10_000 : 150
    private static let messageCount = isLong ? 400 : 80
    private static let writerCount = 4
    private static let seed: UInt64 = 4

    let now = Date(timeIntervalSince1970: 1_767_225_600)

    /// The contents of the files at the start, and the operations that followed, in order.
    private struct Recording {
        let start: DiskImage
        let operations: [ObservedDisk.Operation]
        /// The number of messages and outcomes that were confirmed.
        var confirmedCount: Int {
            operations.count { if case .confirmed = $0 { true } else { false } }
        }
    }

    @Test func `after a power cut at any point, everything that was confirmed is there`()
        async throws
    {
        let recording = try await record()
        #expect(recording.confirmedCount == 2 * Self.messageCount)
        var generator = SeededGenerator(seed: Self.seed)
        let problems = try await problems(
            of: recording, pointCount: Self.pointCount, synchronizes: true, using: &generator)
        #expect(problems == [])
    }

    /// Shows that the test above can fail.
    @Test func `on a disk that does not synchronize, power cuts lose what was confirmed`()
        async throws
    {
        let recording = try await record()
        var generator = SeededGenerator(seed: Self.seed)
        let problems = try await problems(
            of: recording, pointCount: 20, synchronizes: false, using: &generator)
        #expect(!problems.isEmpty)
    }

    // MARK: The work

    /// Several callers store messages and their outcomes at the same time; now and then, the log is
    /// moved into the file.
    private func record() async throws -> Recording {
        let directory = try TemporaryDirectory()
        let disk = ObservedDisk(path: directory.path())
        let store = try await SQLStore.open(
            path: directory.path(), masterKeys: .testing, now: now)
        _ = try await store.putApp(
            bundleID: "com.example.app", name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        await store.database.scrub()
        let start = try disk.startRecording()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<Self.writerCount {
                group.addTask {
                    for number in stride(
                        from: writer, to: Self.messageCount, by: Self.writerCount)
                    {
                        try await work(number, store, disk)
                        if number % 20 == 19 { await store.database.scrub() }
                    }
                }
            }
            try await group.waitForAll()
        }
        let operations = disk.stopRecording()
        try await store.close()
        return Recording(start: start, operations: operations)
    }

    private func work(_ number: Int, _ store: SQLStore, _ disk: ObservedDisk) async throws {
        let token = try DeviceToken(bytes: [UInt8](repeating: UInt8(number % 200), count: 32))
        let message = NewMessage(
            id: "m\(number)", target: .token(token, .sandbox), bundleID: "com.example.app",
            body: Array(#"{"aps":{"alert":"\#(number)"}}"#.utf8),
            topic: Topic("com.example.app"), pushType: .alert, priority: .immediate,
            deadline: now.addingTimeInterval(3600))
        #expect(try await store.accept(message, now: now).outcome == .accepted)
        disk.confirm("message m\(number)")
        // The delivery need not belong to this message.
        let claimed = try await store.claim(
            owner: "one", limit: 1, leaseUntil: now.addingTimeInterval(30), now: now)
        let delivery = try #require(claimed.first)
        let record = DeliveryRecord(
            id: delivery.id, fence: delivery.fence,
            decision: DeliveryDecision(.finish(.accepted, reason: nil, status: 200)))
        #expect(try await store.record([record], now: now).count == 1)
        disk.confirm("outcome \(delivery.id.text)")
    }

    // MARK: The cuts

    private func problems(
        of recording: Recording, pointCount: Int, synchronizes: Bool,
        using generator: inout SeededGenerator
    ) async throws -> [String] {
        let count = recording.operations.count
        let points = (0..<pointCount).map { _ in Int.random(in: 0..<count, using: &generator) }
            .sorted()
        var durable = recording.start
        var waiting: [ObservedDisk.Operation] = []
        var confirmed: Set<String> = []
        var next = points.startIndex
        var problems: [String] = []
        for (index, operation) in recording.operations.enumerated() {
            while next < points.endIndex, points[next] == index, problems.count < 5 {
                next += 1
                var image = durable
                Self.cut(waiting, &image, using: &generator)
                problems += try await self.problems(of: image, confirmed).map {
                    "point \(index) of \(count): \($0)"
                }
            }
            switch operation {
            case .confirmed(let what): confirmed.insert(what)
            case .sync(let file):
                guard synchronizes else { continue }
                for one in waiting where one.file == file { durable.apply(one) }
                waiting.removeAll { $0.file == file }
            case .write, .truncate: waiting.append(operation)
            }
        }
        return problems
    }

    /// Applies none, all, or a random selection of the operations that were not synchronized. Of
    /// some writes in a selection, only some sectors are applied.
    private static func cut(
        _ waiting: [ObservedDisk.Operation], _ image: inout DiskImage,
        using generator: inout SeededGenerator
    ) {
        let kind = Int.random(in: 0..<4, using: &generator)
        for operation in waiting {
            switch kind {
            case 0: break
            case 1: image.apply(operation)
            default:
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: break
                case 1: image.apply(operation)
                default: image.applyTorn(operation, using: &generator)
                }
            }
        }
    }

    /// Opens the files as the power cut left them, as the gateway does, and returns what is wrong.
    private func problems(
        of image: DiskImage, _ confirmed: Set<String>
    ) async throws -> [String] {
        let directory = try TemporaryDirectory()
        try image.write(to: directory.path())
        do {
            let store = try await SQLStore.open(
                path: directory.path(), masterKeys: .testing, now: now)
            let found = try await store.read { db in
                let check: String? = try await db.row("PRAGMA integrity_check")?.value(at: 0)
                let messages: [String] = try await db.rows("SELECT id FROM message").firstColumn()
                let outcomes: [String] = try await db.rows(
                    "SELECT id FROM delivery WHERE state = 'accepted'"
                ).firstColumn()
                let whole: Int? = try await db.row(
                    "SELECT count(DISTINCT message) FROM delivery")?.value(at: 0)
                return (check, messages, outcomes, whole)
            }
            try await store.close()
            let there = Set(
                found.1.map { "message \($0)" } + found.2.map { "outcome \($0)" })
            var problems = confirmed.subtracting(there).sorted().map { "\($0) is lost" }
            if found.0 != "ok" { problems.append("the file is damaged: \(found.0 ?? "")") }
            if found.3 != found.1.count { problems.append("a message has no delivery") }
            return problems
        } catch {
            return ["the database does not open: \(error)"]
        }
    }
}
