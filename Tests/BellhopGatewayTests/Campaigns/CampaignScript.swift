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

/// Random calls of two nodes to two stores: the one under test and the one in memory.
final class CampaignScript {
    private static let app = "com.example.app"
    private static let nodes = [NodeName("a", boot: 1), NodeName("b", boot: 2)]

    private let database: any SQLDatabase
    private let clock = VirtualClock()
    private var generator: SeededGenerator
    private var memory = MemoryStore(numbersPerUnit: 10)
    private var leases: [(lease: UnitLease, unit: CampaignUnit, after: Int64, part: Int)] = []
    private var rows: [(here: ClaimedRow, there: ClaimedRow)] = []
    private var records: [OutcomeGroup] = []

    init(_ database: any SQLDatabase, seed: UInt64) {
        self.database = database
        generator = SeededGenerator(seed: seed)
    }

    private var now: DatabaseTime {
        DatabaseTime(milliseconds: clock.now.storedMilliseconds)
    }

    private func random(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    /// - Parameter prepared: called when the installations and campaigns have their numbers.
    func run(prepared: () -> Void = {}) async throws {
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing,
            now: clock.now)
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: clock.now)
        try await addInstallations(store)
        // The registrations are older than the campaigns, so they are not changes of the time zone.
        clock.advance(by: .seconds(3600))
        let campaigns = SQLCampaignStore(store, time: clock.timeSource, numbersPerUnit: 10)
        for number in 1...3 { try await create(number, campaigns) }
        prepared()
        for _ in 0..<80 {
            clock.advance(by: .milliseconds(random(0...4000)))
            switch random(0...10) {
            case 10: try await travel(store)
            case 0...2: try await claim(campaigns)
            case 3...6: try await work(campaigns)
            case 7: try await finishRows(campaigns)
            case 8: try await repeatRecord(campaigns)
            default: try await decide(campaigns)
            }
        }
        try await finish(campaigns)
        try await store.close()
    }

    private func addInstallations(_ store: SQLStore) async throws {
        for number in 1...35 {
            let zone = Self.zones[number % Self.zones.count]
            try await register(number, zone: zone, store)
            var installation = MemoryStore.Installation(
                number: Int64(number), app: 1, environment: Self.environment(of: number),
                token: try Self.token(of: number), registeredAt: now)
            installation.zone = zone
            memory.add(installation)
        }
    }

    /// Names that are in no time zone database, so that nothing but the names matters.
    private static let zones: [String?] = ["zone 1", "zone 2", "zone 3", "elsewhere", nil]

    private static func environment(of number: Int) -> APNSEnvironment {
        number % 2 == 0 ? .sandbox : .production
    }

    private static func token(of number: Int) throws -> DeviceToken {
        try DeviceToken(bytes: Array(repeating: UInt8(number), count: 32))
    }

    private func register(_ number: Int, zone: String?, _ store: SQLStore) async throws {
        _ = try await store.register(
            Registration(
                installationID: "i\(number)", bundleID: Self.app,
                token: try Self.token(of: number), environment: Self.environment(of: number),
                timeZone: zone),
            now: clock.now)
    }

    /// Registers an installation again, in a random time zone.
    private func travel(_ store: SQLStore) async throws {
        let number = random(1...35)
        let zone = Self.zones[random(0...Self.zones.count - 1)]
        try await register(number, zone: zone, store)
        let time = now
        memory.change(Int64(number)) {
            $0.zone = zone
            $0.registeredAt = time
            $0.isDead = false
            $0.isSuspect = false
        }
    }

    private func create(_ number: Int, _ store: SQLCampaignStore) async throws {
        let due = now + .seconds(number)
        var new = NewCampaign(
            id: "c\(number)", bundleID: Self.app,
            key: CampaignKey(tag: UInt64(number), mix: .max - UInt64(number)), step: 3,
            deadline: now + .seconds(3600),
            quietHours: QuietHours(start: 60, end: 120, rule: .skip),
            cap: CapRule(name: "marketing", perDayMax: 1), variantShares: [1, 2],
            dueTimes: [due], content: [1, 2, 3])
        // The first campaign has a limit of its own, the second is sent at a local time, and the
        // third is a broadcast.
        switch number {
        case 1: new.extras.perMinuteMax = 1000
        case 2: new.schedule = schedule(due)
        default:
            new.broadcast = try BroadcastTarget(
                channel: #require(ChannelID("dHN0LXNyY2gtY2hubA==")), environment: .sandbox)
        }
        guard case .created(let campaign) = try await store.create(new) else {
            throw Unexpected()
        }
        memory.add(
            campaign, dueTimes: [due], schedule: new.schedule, broadcast: new.broadcast)
    }

    private func schedule(_ first: DatabaseTime) -> LocalSchedule {
        let seconds = first.milliseconds / 1000 + 1
        return LocalSchedule(
            wall: WallTime(seconds: seconds), zones: ["zone 1", "zone 2", "zone 3"],
            fallback: "zone 2", now: first.milliseconds, late: .sendNow
        ) { zone, _ in zone == "zone 1" ? 0 : zone == "zone 2" ? -40 : -80 }
    }

    /// Sends the same request to both stores.
    private func perform(
        _ request: StoreRequest, _ store: SQLCampaignStore
    ) async throws -> (here: StoreResponse, there: StoreResponse) {
        let here = try await store.perform(request)
        return (here, memory.perform(request, at: now))
    }

    private func expectSame(_ request: StoreRequest, _ store: SQLCampaignStore) async throws {
        let (here, there) = try await perform(request, store)
        #expect(here == there, "\(request)")
    }

    private func claim(_ store: SQLCampaignStore) async throws {
        // A claim names only some of the leased units and rows. The two stores give rows different
        // numbers.
        let units = leases.filter { _ in random(0...3) == 0 }.map { ($0.lease.unit, Int64(1)) }
        let held = rows.filter { _ in random(0...3) == 0 }
        let (node, limit) = (Self.nodes[random(0...1)], random(0...3))
        let request = { (heldRows: [Int64]) in
            StoreRequest.claim(
                WorkClaim(
                    node: node, lease: .seconds(5), units: limit,
                    heldUnits: Dictionary(units) { first, _ in first }, rows: [.bulk: 100],
                    heldRows: heldRows, blocked: []))
        }
        guard
            case .claimed(let here) = try await store.perform(request(held.map(\.0.lease.row))),
            case .claimed(let there) = memory.perform(request(held.map(\.1.lease.row)), at: now)
        else { throw Unexpected() }
        #expect(here.units == there.units)
        #expect(here.campaigns == there.campaigns)
        #expect(here.statuses == there.statuses)
        #expect(here.unplanned == there.unplanned)
        #expect(here.time == there.time)
        #expect(here.nextDue == there.nextDue)
        let key = { (row: ClaimedRow) in (row.campaign, row.recipient.installation) }
        let (a, b) = (
            here.rows.sorted { key($0) < key($1) }, there.rows.sorted { key($0) < key($1) }
        )
        #expect(a.map(\.recipient) == b.map(\.recipient))
        #expect(a.map(\.attempts) == b.map(\.attempts))
        #expect(a.map(\.lease.fence) == b.map(\.lease.fence))
        #expect(a.map(\.variant) == b.map(\.variant))
        leases += here.units.map { ($0.lease, $0.unit, $0.mark, 1) }
        rows += zip(a, b).map { ($0, $1) }
        for campaign in here.unplanned { try await expectSame(.plan(campaign), store) }
    }

    /// Reads a page of a unit and stores the outcomes of its devices.
    private func work(_ store: SQLCampaignStore) async throws {
        guard !leases.isEmpty else { return }
        let index = random(0...(leases.count - 1))
        let held = leases[index]
        let request = StoreRequest.page(
            PageRequest(lease: held.lease, after: held.after, limit: random(1...6)))
        let (here, there) = try await perform(request, store)
        #expect(here == there)
        guard case .page(let page) = here else { throw Unexpected() }
        let numbers = page.recipients.map(\.installation)
        try await expectSame(
            .reserve(
                CapRequest(
                    campaign: held.lease.unit.campaign,
                    cap: CapRule(name: "marketing", perDayMax: 1),
                    places: numbers.map { .init(installation: $0, day: 20) })), store)
        let group = OutcomeGroup(
            node: Self.nodes[random(0...1)], lease: .seconds(5),
            units: [record(held, page)], rows: [])
        records.append(group)
        try await expectSame(.record(group), store)
        leases[index].after = numbers.last ?? held.after
        leases[index].part += 1
        if page.isLast { leases.remove(at: index) }
    }

    private func record(
        _ held: (lease: UnitLease, unit: CampaignUnit, after: Int64, part: Int),
        _ page: StoreResponse.Page
    ) -> UnitRecord {
        var builder = OutcomePartBuilder()
        var retries: [NewRow] = []
        var verdicts: [VerdictRecord] = []
        for recipient in page.recipients {
            let endpoint = recipient.endpoint
            switch random(0...5) {
            case 0:
                builder.add(
                    recipient.installation, OutcomeCode(.retrying, variant: 1, reason: "busy"))
                retries.append(
                    NewRow(
                        installation: recipient.installation, endpoint: endpoint, variant: 1,
                        attempts: 1, after: .seconds(random(0...3)), reason: "busy"))
            case 1:
                builder.add(
                    recipient.installation, OutcomeCode(.rejected, reason: "BadDeviceToken"))
                verdicts.append(
                    VerdictRecord(endpoint: endpoint, verdict: .suspect, reason: "BadDeviceToken"))
            case 2:
                builder.add(
                    recipient.installation, OutcomeCode(.rejected, reason: "Unregistered"))
                verdicts.append(
                    VerdictRecord(
                        endpoint: endpoint,
                        verdict: .dead(since: now + .seconds(random(-1...1) * 9000)),
                        reason: "Unregistered"))
            default:
                builder.add(recipient.installation, OutcomeCode(.accepted))
                verdicts.append(VerdictRecord(endpoint: endpoint, verdict: .works, reason: ""))
            }
        }
        let sums = builder.sums
        return UnitRecord(
            lease: held.lease, partNumber: held.part, part: builder.finish(), sums: sums,
            mark: page.isLast ? held.unit.last : page.recipients.last?.installation ?? held.after,
            isFinished: page.isLast, retries: retries, verdicts: verdicts,
            capReleases: page.recipients.map(\.installation).filter { $0 % 3 == 0 })
    }

    private func finishRows(_ store: SQLCampaignStore) async throws {
        guard !rows.isEmpty else { return }
        let (here, there) = rows.remove(at: random(0...(rows.count - 1)))
        let isFinal = random(0...2) > 0
        let (after, attempts) = (Duration.seconds(random(0...3)), random(2...9))
        func group(_ row: ClaimedRow) -> OutcomeGroup {
            OutcomeGroup(
                node: Self.nodes[0], lease: .seconds(5), units: [],
                rows: [
                    RowRecord(
                        row: row.lease,
                        step: isFinal
                            ? .finish(OutcomeCode(.accepted, variant: 1))
                            : .again(after: after, attempts: attempts, reason: "busy"),
                        verdict: nil, releasesCap: isFinal)
                ])
        }
        let first = try await store.record(group(here))
        guard case .recorded(let second) = memory.perform(.record(group(there)), at: now) else {
            throw Unexpected()
        }
        #expect(first == second)
    }

    /// Repeats an earlier call, as a node does that got no response to its commit, or that wakes up
    /// after it has lost its lease.
    private func repeatRecord(_ store: SQLCampaignStore) async throws {
        guard let group = records.randomElement(using: &generator) else { return }
        try await expectSame(.record(group), store)
    }

    private func decide(_ store: SQLCampaignStore) async throws {
        let campaign = Int64(random(1...3))
        switch random(0...4) {
        case 0: try await expectSame(.judge(campaign, stop: nil), store)
        case 1: try await expectSame(.release(leases.map(\.lease)), store)
        case 2:
            try await expectSame(
                .renew(
                    LeaseRenewal(
                        node: Self.nodes[random(0...1)], leases: leases.map(\.lease),
                        campaigns: [1, 2, 3], lease: .seconds(5))), store)
        case 3:
            let node = NodeName(Self.nodes[random(0...1)].text, boot: UInt64(random(1...9)))
            try await expectSame(.start(node), store)
        default:
            for event in [CampaignState.Event.pause, .resume] {
                let here = try await store.apply(event, to: campaign)
                #expect(here == memory.apply(event, to: campaign))
            }
        }
    }

    private func finish(_ store: SQLCampaignStore) async throws {
        for campaign in [Int64(1), 2, 3] {
            let stored = try #require(memory.campaigns[campaign])
            let (here, there) = (try await store.totals(of: campaign), stored.totals)
            #expect(here.entries.map(\.code) == there.entries.map(\.code))
            #expect(here.entries.map(\.count) == there.entries.map(\.count))
            #expect(try await store.status(of: campaign)?.state == stored.state)
        }
        for number in 1...35 {
            let installation = try await store.store.installation(id: "i\(number)")
            let state = try #require(installation?.tokens.first).state
            let wanted = try #require(memory.installations[Int64(number)])
            #expect((state == .dead) == wanted.isDead, "\(number)")
            if !wanted.isDead { #expect((state == .suspect) == wanted.isSuspect, "\(number)") }
        }
    }

    struct Unexpected: Error {}
}
