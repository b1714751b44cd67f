// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// A filter finds the same installations in the database as in memory.
@Suite(.timeLimit(.minutes(30))) struct AudienceStoreTests {
    private static let filterCount = 400
    private static let installationCount = 120

    @Test func `a filter finds the same installations in SQLite as in memory`() async throws {
        let directory = try TemporaryDirectory()
        try await compare(try await SQLiteDatabase.open(path: directory.path()), .caller)
    }

    @Test func `in SQLite, the pages of a campaign contain exactly its audience`() async throws {
        let directory = try TemporaryDirectory()
        try await page(try await SQLiteDatabase.open(path: directory.path()), .caller)
    }

    @Test func `in SQLite, attributes and tags are changed, and deleted with their installation`()
        async throws
    {
        let directory = try TemporaryDirectory()
        try await store(try await SQLiteDatabase.open(path: directory.path()), .caller)
    }

    #if Postgres
    @Test func `a filter finds the same installations in PostgreSQL as in memory`() async throws {
        try await compare(try await PostgresServer.shared().newAddress().open(), .caller)
    }

    @Test func `in PostgreSQL, the pages of a campaign contain exactly its audience`() async throws
    {
        try await page(try await PostgresServer.shared().newAddress().open(), .caller)
    }

    @Test
    func `in PostgreSQL, attributes and tags are changed, and deleted with their installation`()
        async throws
    {
        try await store(try await PostgresServer.shared().newAddress().open(), .caller)
    }
    #endif

    @Test func `filters use the API's names for platforms, environments and permissions`() {
        func words(_ field: AudienceField) -> [String] {
            guard case .words(let words) = field.type else { return [] }
            return words
        }
        #expect(words(.platform).sorted() == DevicePlatform.allCases.map(\.rawValue).sorted())
        #expect(words(.environment).sorted() == APNSEnvironment.allCases.map(\.rawValue).sorted())
        #expect(
            words(.permission).sorted()
                == PermissionSnapshot.Authorization.allCases.map(\.rawValue).sorted())
    }

    @Test func `stored numbers keep their order and value, and stored dates keep their value`()
        throws
    {
        let numbers: [Double] = [-.greatestFiniteMagnitude, -2.5, -1e-9, 0, 1e-300, 1, 1e20]
        let stored = try numbers.map {
            try #require(AudienceValue.stored(.number($0), as: .number))
        }
        #expect(stored == stored.sorted())
        #expect(stored.map { AudienceValue.value($0, as: .number) } == numbers.map { .number($0) })
        let date = try #require(AudienceValue.stored(.date(1_769_817_600_000), as: .date))
        #expect(AudienceValue.value(date, as: .date) == .date(1_769_817_600_000))
        #expect(AudienceValue.stored(.text("1"), as: .number) == nil)
    }

    private func compare(_ database: any SQLDatabase, _ clock: StoreClock) async throws {
        let scene = try await AudienceScene(database, clock)
        var random = AudienceSamples(seed: 7)
        let all = (1...Self.installationCount).map { random.facts($0) }
        for facts in all { try await scene.insert(facts) }
        for number in 1...Self.filterCount {
            let filter = random.filter().resolved(at: AudienceScene.now)
            let expected = all.filter(filter.contains).map(\.installation).sorted()
            #expect(try await scene.found(filter) == expected, "\(number): \(filter.line)")
            let count = try await scene.audiences.count(filter, of: AudienceScene.app)
            #expect(count == .installations(expected.count))
        }
        try await scene.store.close()
    }

    private func page(_ database: any SQLDatabase, _ clock: StoreClock) async throws {
        let scene = try await AudienceScene(database, clock)
        var random = AudienceSamples(seed: 11)
        let all = (1...40).map { random.facts($0) }
        for facts in all { try await scene.insert(facts) }
        for line in ["tag beta or plan exists", "not (user in (\"alex\"))", "tag nobody"] {
            let filter = try AudienceParser.filter(
                line, AudienceVocabulary(attributes: AudienceSamples.attributes))
            let expected = all.filter(filter.contains).map(\.installation).sorted()
            #expect(try await scene.paged(filter) == expected, "\(line)")
        }
        #expect(try await scene.paged(nil).count == all.count)
        try await scene.store.close()
    }

    private func store(_ database: any SQLDatabase, _ clock: StoreClock) async throws {
        let scene = try await AudienceScene(database, clock)
        try await scene.insert(
            InstallationFacts(bundleID: AudienceScene.app, installation: "i1", tags: ["beta"]))
        let audiences = scene.audiences
        #expect(
            try await audiences.set(
                ["plan": .text("pro"), "age": .number(-2.5)], ofInstallation: "i1") == .stored)
        #expect(
            try await audiences.set(["plan": nil], ofInstallation: "i1") == .stored)
        #expect(try await audiences.add(tag: "vip", toInstallation: "i1") == .stored)
        #expect(try await audiences.remove(tag: "beta", fromInstallation: "i1") == .stored)
        #expect(try await audiences.add(tag: "vip", toInstallation: "none") == .notFound)
        let facts = try await audiences.facts(of: ["i1", "none"])
        #expect(facts["i1"]?.tags == ["vip"])
        #expect(facts["i1"]?.attributes == ["age": .number(-2.5)])
        for number in 1..<GatewayLimits.tagsPerInstallationMax {
            #expect(try await audiences.add(tag: "t\(number)", toInstallation: "i1") == .stored)
        }
        #expect(try await audiences.add(tag: "more", toInstallation: "i1") == .tooMany)
        #expect(try await audiences.add(tag: "vip", toInstallation: "i1") == .stored)
        #expect(
            try await audiences.declare("age", .text, of: AudienceScene.app)
                == .otherKind(.number))
        #expect(try await audiences.declare("age", .number, of: AudienceScene.app) == .stored)
        #expect(try await audiences.declare("age", .number, of: "none") == .notFound)
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        #expect(try await scene.store.deleteInstallation(id: "i1", now: now))
        let rest = try await scene.store.read { db in
            try await db.row(
                """
                SELECT (SELECT count(*) FROM tag) + (SELECT count(*) FROM attribute_value) AS n
                """)?.value("n") ?? -1
        }
        #expect(rest == 0)
        #expect(
            try await audiences.count(.not(.tags(["x"])), of: AudienceScene.app, unindexedMax: 0)
                == .installations(0))
        try await scene.insert(
            InstallationFacts(bundleID: AudienceScene.app, installation: "i2"))
        #expect(
            try await audiences.count(.not(.tags(["x"])), of: AudienceScene.app, unindexedMax: 0)
                == .tooLarge)
        #expect(
            try await audiences.count(.tags(["x"]), of: AudienceScene.app, unindexedMax: 0)
                == .installations(0))
        try await scene.store.close()
    }
}
