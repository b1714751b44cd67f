// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import GatewayTesting
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// The disk fails at each step of each kind of transaction: the caller gets an error, nothing has
/// changed, and the same call works when the disk works again.
@Suite(.timeLimit(.minutes(30))) struct DiskFaultTests {
    /// A kind of transaction that writes.
    struct Action: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (DiskFaultScene) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (DiskFaultScene) async throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    /// The distance between the steps at which the disk fails.
    private static let stride = isLong ? 1 : 3

    static let actions: [Action] = [
        Action("a registration") { try await $0.register(50..<51) },
        Action("an import of many registrations") { try await $0.register(100..<400) },
        Action("a message") { try await $0.accept("new") },
        Action("a claim") { scene in
            let claimed = try await scene.claim(limit: 10)
            #expect(claimed.count == 10)
        },
        Action("outcomes") { try await $0.recordClaimed() },
        Action("a receipt") { try await $0.addReceipt() },
        Action("a deletion") { scene in
            let isDeleted = try await scene.store.deleteInstallation(id: "i1", now: scene.now)
            #expect(isDeleted)
        },
        Action("a campaign") { _ = try await $0.createCampaign(2) },
        Action("a campaign's plan") { _ = try await $0.campaigns.perform(.plan($0.unplanned)) },
        Action("a campaign's outcomes") { scene in
            guard case .recorded = try await scene.campaigns.perform(.record(scene.group)) else {
                throw DiskFaultScene.Unexpected()
            }
        },
        Action("the removal of what is old") { try await $0.purge() },
    ]

    @Test(arguments: actions, ObservedDisk.Fault.allCases)
    func `a transaction changes nothing if the disk fails at any step, and works afterwards`(
        _ action: Action, _ fault: ObservedDisk.Fault
    ) async throws {
        var scene = try await DiskFaultScene()
        var (step, failedCount) = (1, 0)
        while true {
            let before = try await scene.contents()
            scene.disk.fail(fault, atStep: step)
            var failure: (any Error)?
            do { try await action.run(scene) } catch { failure = error }
            let faultCount = scene.disk.endFault()
            guard faultCount > 0 else {
                // The transaction has fewer steps, so nothing failed this time.
                if let failure { throw failure }
                break
            }
            defer { step += Self.stride }
            // If SQLite retries a step itself or does not need it, the call succeeds in spite of
            // the fault. Later steps are tested with the same content as before.
            guard let failure else {
                try await scene.checkFile()
                scene = try await DiskFaultScene()
                continue
            }
            let error = try #require(failure as? GatewayStoreError, "step \(step): \(failure)")
            #expect([.diskFull, .failed].contains(error.code), "step \(step): \(error)")
            #expect(!error.message.contains("\n"))
            let after = try await scene.contents()
            #expect(after == before, "step \(step) changed something")
            failedCount += 1
        }
        #expect(failedCount > 0, "the disk never failed")
        try await scene.checkFile()
    }
}

/// A store on a disk that can fail, with rows in most of its tables.
struct DiskFaultScene: Sendable {
    static let app = "com.example.app"
    private static let node = NodeName("a", boot: 1)

    let directory: TemporaryDirectory
    let disk: ObservedDisk
    let store: SQLStore
    let campaigns: SQLCampaignStore
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    /// Deliveries that were claimed before the disk fails.
    let claimed: [ClaimedDelivery]
    /// A campaign without units.
    let unplanned: Campaign.Number
    /// The outcomes of a page of another campaign.
    let group: OutcomeGroup

    struct Unexpected: Error {}

    init() async throws {
        directory = try TemporaryDirectory()
        disk = ObservedDisk(path: directory.path())
        store = try await SQLStore.open(path: directory.path(), masterKeys: .testing, now: now)
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        campaigns = SQLCampaignStore(
            store, time: VirtualClock(now: now).timeSource, numbersPerUnit: 1000)
        try await Self.register(0..<20, store, now)
        for number in 0..<20 {
            try await Self.accept("m\(number)", to: "i\(number)", store, now)
        }
        claimed = try await Self.claim(10, store, now)
        unplanned = try await Self.create(0, campaigns, now)
        group = try await Self.outcomes(of: try await Self.create(1, campaigns, now), campaigns)
    }

    /// Every row of every table.
    func contents() async throws -> [String: [String]] {
        try await store.read { db in
            let names: [String] = try await db.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).firstColumn()
            var contents: [String: [String]] = [:]
            for name in names {
                let rows = try await db.rows("SELECT * FROM \(text: name)")
                contents[name] = rows.map { row in
                    rows.columns.map { "\($0)=\(row[$0].map { "\($0)" } ?? "")" }
                        .joined(separator: " ")
                }.sorted()
            }
            return contents
        }
    }

    // MARK: Messages

    func register(_ numbers: Range<Int>) async throws {
        try await Self.register(numbers, store, now)
    }

    private static func register(
        _ numbers: Range<Int>, _ store: SQLStore, _ now: Date
    ) async throws {
        let registrations = try numbers.map { number in
            let end = [UInt8(number / 256), UInt8(number % 256)]
            return Registration(
                installationID: "i\(number)", bundleID: app,
                token: try DeviceToken(bytes: [UInt8](repeating: 1, count: 30) + end),
                environment: .sandbox, user: "user \(number)")
        }
        _ = try await store.register(registrations, now: now)
    }

    func accept(_ id: String) async throws { try await Self.accept(id, to: "i1", store, now) }

    private static func accept(
        _ id: String, to installation: String, _ store: SQLStore, _ now: Date
    ) async throws {
        let message = NewMessage(
            id: id, target: .installation(installation), bundleID: app,
            body: Array(#"{"aps":{"alert":"x"}}"#.utf8), topic: Topic(app),
            pushType: .alert, priority: .immediate, deadline: now.addingTimeInterval(3600),
            idempotency: Idempotency(scope: "key", key: id, fingerprint: "f"))
        #expect(try await store.accept(message, now: now).outcome == .accepted)
    }

    func claim(limit: Int) async throws -> [ClaimedDelivery] {
        try await Self.claim(limit, store, now)
    }

    private static func claim(
        _ limit: Int, _ store: SQLStore, _ now: Date
    ) async throws -> [ClaimedDelivery] {
        try await store.claim(
            owner: "one", limit: limit, leaseUntil: now.addingTimeInterval(30), now: now)
    }

    func recordClaimed() async throws {
        let records = claimed.map { delivery in
            DeliveryRecord(
                id: delivery.id, fence: delivery.fence,
                decision: DeliveryDecision(.finish(.accepted, reason: nil, status: 200)))
        }
        #expect(try await store.record(records, now: now).count == claimed.count)
    }

    func addReceipt() async throws {
        let count = try await store.addReceipts(
            [Receipt(message: "m1", event: .opened, at: now)], installationID: "i1", now: now)
        #expect(count == 1)
    }

    func purge() async throws {
        let later = now.addingTimeInterval(300 * 24 * 3600)
        #expect(try await store.purge(Retention(), now: later).rows.isEmpty == false)
    }

    // MARK: Campaigns

    func createCampaign(_ number: UInt64) async throws -> Campaign.Number {
        try await Self.create(number, campaigns, now)
    }

    private static func create(
        _ number: UInt64, _ campaigns: SQLCampaignStore, _ now: Date
    ) async throws -> Campaign.Number {
        let start = DatabaseTime(milliseconds: now.storedMilliseconds)
        let creation = try await campaigns.create(
            NewCampaign(
                id: "c\(number)", bundleID: app, key: CampaignKey(tag: number, mix: 2),
                deadline: start + .seconds(3600), dueTimes: [start], content: [1, 2, 3]))
        guard case .created(let campaign) = creation else { throw Unexpected() }
        return campaign.number
    }

    /// Plans a campaign, claims its unit, and makes outcomes of its first page.
    private static func outcomes(
        of campaign: Campaign.Number, _ store: SQLCampaignStore
    ) async throws -> OutcomeGroup {
        // The first claim finds that the campaign is due, and the second one its unit.
        func claim(_ units: Int) async throws -> StoreResponse.Claimed {
            try await store.claim(
                WorkClaim(
                    node: node, lease: .seconds(30), units: units, heldUnits: [:], rows: [:],
                    blocked: []))
        }
        _ = try await claim(0)
        _ = try await store.perform(.plan(campaign))
        let claimed = try await claim(1)
        guard let unit = claimed.units.first,
            case .page(let page) = try await store.perform(
                .page(PageRequest(lease: unit.lease, after: unit.mark, limit: 10)))
        else { throw Unexpected() }
        var builder = OutcomePartBuilder()
        var verdicts: [VerdictRecord] = []
        for recipient in page.recipients {
            builder.add(recipient.installation, OutcomeCode(.rejected, reason: "Unregistered"))
            verdicts.append(
                VerdictRecord(
                    endpoint: recipient.endpoint, verdict: .dead(since: page.time + .seconds(9)),
                    reason: "Unregistered"))
        }
        let sums = builder.sums
        let record = UnitRecord(
            lease: unit.lease, partNumber: 1, part: builder.finish(), sums: sums,
            mark: page.recipients.last?.installation ?? unit.mark, isFinished: false, retries: [],
            verdicts: verdicts, capReleases: [])
        return OutcomeGroup(node: node, lease: .seconds(30), units: [record], rows: [])
    }

    /// Closes the file and checks that SQLite finds no error in it.
    func checkFile() async throws {
        try await store.close()
        let result: String? = try await SQLiteFile.read(directory.path()) { db in
            try await db.row("PRAGMA integrity_check")?.value(at: 0)
        }
        #expect(result == "ok")
        try await SQLStore.open(path: directory.path(), masterKeys: .testing, now: now).close()
    }
}
