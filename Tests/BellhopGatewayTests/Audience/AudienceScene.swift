// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// A campaign was not created.
struct NoCampaign: Error {}

/// A database with one app, whose installations have facts that filters examine.
struct AudienceScene {
    static let app = "com.example.app"
    /// The present time, in milliseconds since 1970.
    static let now: Int64 = 22 * 24 * 3600 * 1000

    let store: SQLStore

    var audiences: SQLAudienceStore { SQLAudienceStore(store: store) }

    init(_ database: any SQLDatabase, _ clock: StoreClock) async throws {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        store = try await SQLStore.open(
            database, named: "test", clock: clock, masterKeys: .testing, now: now)
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        for (name, kind) in AudienceSamples.attributes.sorted(by: { $0.key < $1.key }) {
            _ = try await audiences.declare(name, kind, of: Self.app)
        }
        let people = SQLPeopleStore(store: store)
        for name in AudienceSamples.topics {
            _ = try await people.put(TopicResource(name: name, title: name), app: Self.app)
        }
    }

    /// Inserts an installation with all facts, including those that only an app reports.
    func insert(_ facts: InstallationFacts) async throws {
        func text(_ field: AudienceField) -> String? {
            guard case .text(let text)? = facts.attributes[field.rawValue] else { return nil }
            return text
        }
        func date(_ field: AudienceField) -> Int64 {
            guard case .date(let date)? = facts.attributes[field.rawValue] else { return 0 }
            return date
        }
        let snapshot = try text(.permission).map { word in
            PermissionSnapshot(
                authorization: try #require(PermissionSnapshot.Authorization(rawValue: word)))
        }
        let permission = try snapshot.map {
            String(decoding: try GatewayJSON.encode($0), as: UTF8.self)
        }
        let environment = text(.environment) ?? "sandbox"
        let statement: SQL = """
            INSERT INTO installation (app, id, user_id, locale, time_zone, system_version,
                app_version, created_at, registered_at, environment, platform, permission,
                permission_bits, app_version_order, system_version_order)
            VALUES (1, \(facts.installation), \(facts.user), \(text(.locale)),
                \(text(.timeZone)), \(text(.systemVersion)), \(text(.appVersion)),
                \(date(.created)), \(date(.lastSeen)), \(environment), \(text(.platform)),
                \(permission), \(PermissionBits(snapshot, nil).value),
                \(text(.appVersion).flatMap(VersionOrder.key)),
                \(text(.systemVersion).flatMap(VersionOrder.key))) RETURNING no
            """
        let token = Array("token of \(facts.installation)".utf8)
        try await store.write { db in
            guard let number: Int64 = try await db.row(statement)?.value("no") else { return }
            try await db.run(
                """
                INSERT INTO endpoint (app, environment, address, family, installation, state,
                    registered_at)
                VALUES (1, \(environment), \(token), 'app', \(number), 'active', 1000)
                """)
        }
        let declared = facts.attributes.filter { AudienceSamples.attributes[$0.key] != nil }
        _ = try await audiences.set(
            declared.mapValues { .some($0) }, ofInstallation: facts.installation)
        for tag in facts.tags.sorted() {
            _ = try await audiences.add(tag: tag, toInstallation: facts.installation)
        }
        // A topic that a user has left counts like one to which the user never subscribed.
        let people = SQLPeopleStore(store: store)
        for topic in AudienceSamples.topics {
            let isOn = facts.topics.contains(topic)
            for decision in [!isOn, isOn] {
                _ = try await people.decide(
                    .init(isOn: decision, source: .server, note: nil), topic: topic,
                    installation: facts.installation, now: Date(timeIntervalSince1970: 1))
            }
        }
    }

    /// Returns the identifiers of the installations that a filter finds in the database, sorted.
    func found(_ filter: AudienceFilter) async throws -> [String] {
        try await store.read { db in
            let condition = try await AudienceCondition.reading(db, app: 1).sql(filter)
            let ids: [String] = try await db.rows(
                "SELECT i.id FROM installation i WHERE i.app = 1 AND \(condition)"
            ).firstColumn()
            return ids.sorted()
        }
    }

    /// Returns the identifiers of the installations in the pages of a campaign, sorted.
    func paged(_ audience: AudienceFilter?) async throws -> [String] {
        let campaigns = SQLCampaignStore(store, numbersPerUnit: 15)
        let tag = UInt64.random(in: 1...UInt64.max)
        let creation = try await campaigns.create(
            NewCampaign(
                id: "c\(tag)", bundleID: Self.app, key: CampaignKey(tag: tag, mix: tag),
                deadline: DatabaseTime(milliseconds: .max / 4),
                dueTimes: [DatabaseTime(milliseconds: 1000)],
                audience: audience))
        guard case .created(let campaign) = creation else { throw NoCampaign() }
        let node = NodeName("node", boot: 1)
        let claim = WorkClaim(
            node: node, lease: .seconds(3600), units: 100, heldUnits: [:], rows: [:], blocked: [])
        _ = try await campaigns.claim(claim)
        _ = try await campaigns.plan(campaign.number)
        var numbers: [Int64] = []
        for unit in try await campaigns.claim(claim).units
        where unit.lease.unit.campaign == campaign.number {
            var after = unit.mark
            while true {
                let page = try await campaigns.page(
                    PageRequest(lease: unit.lease, after: after, limit: 4))
                numbers += page.recipients.map(\.installation)
                if page.isLast { break }
                after = page.end ?? page.recipients.last?.installation ?? after
            }
        }
        _ = try await campaigns.apply(.cancel, to: campaign.number)
        let found = numbers
        return try await store.read { db in
            let ids: [String] = try await db.rows(
                "SELECT id FROM installation WHERE no \(in: found)"
            ).firstColumn()
            return ids.sorted()
        }
    }
}

extension AudienceScene {
    /// Returns the number of recipients of a campaign's first page, and the time for reading it.
    func firstPage(
        _ audience: AudienceFilter, limit: Int
    ) async throws -> (recipients: Int, time: Duration) {
        let campaigns = SQLCampaignStore(store)
        let tag = UInt64.random(in: 1...UInt64.max)
        let creation = try await campaigns.create(
            NewCampaign(
                id: "c\(tag)", bundleID: Self.app, key: CampaignKey(tag: tag, mix: tag),
                deadline: DatabaseTime(milliseconds: .max / 4),
                dueTimes: [DatabaseTime(milliseconds: 1000)],
                audience: audience))
        guard case .created(let campaign) = creation else { throw NoCampaign() }
        let claim = WorkClaim(
            node: NodeName("node", boot: 1), lease: .seconds(3600), units: 1, heldUnits: [:],
            rows: [:], blocked: [])
        _ = try await campaigns.claim(claim)
        _ = try await campaigns.plan(campaign.number)
        let unit = try #require(try await campaigns.claim(claim).units.first)
        let clock = ContinuousClock()
        let start = clock.now
        let page = try await campaigns.page(
            PageRequest(lease: unit.lease, after: unit.mark, limit: limit))
        let time = clock.now - start
        _ = try await campaigns.apply(.cancel, to: campaign.number)
        return (page.recipients.count, time)
    }
}
