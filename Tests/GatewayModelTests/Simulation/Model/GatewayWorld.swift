// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation

/// The gateway's nodes with their store, the provider, and the people and devices around them, in
/// virtual time; one seed determines everything.
struct GatewayWorld {
    /// A node, which may be down or asleep.
    struct Node {
        var core: NodeCore?
        var boot: UInt64 = 0
        /// The world's time at which the node's uptime was zero.
        var bootedAt = Duration.zero
        var isAsleep = false
        var fellAsleepAt = Duration.zero
        /// When the node woke up after a sleep that was longer than its leases.
        var wokeAt: Duration?
        /// What arrives while the node sleeps.
        var inbox: [NodeEvent] = []
        var nextTick: Duration?
        var isDraining = false
    }

    /// The maximum length of a run.
    static let end = Duration.seconds(6 * 3600)
    /// 2026-01-01 10:00 UTC, so that no run crosses midnight.
    static let epoch = DatabaseTime(milliseconds: 1_767_225_600_000 + 10 * 3_600_000)

    let profile: GatewayProfile
    var random: SeededGenerator
    var store: MemoryStore
    var nodes: [Node]
    var agenda = GatewayAgenda()
    var trace: GatewayTrace
    var now = Duration.zero
    var truth = GatewayTruth()
    var storeOutages: [Range<Duration>] = []
    var eventCount = 0
    /// A run with more events than this counts as endless.
    var eventCountMax = 300_000
    /// When the last message is accepted and the last campaign begins or goes on.
    var lastPlanned = Duration.zero

    /// - Parameter change: changes what the seed has determined.
    init(
        seed: UInt64, recordsEvents: Bool = false, change: (inout GatewayProfile) -> Void = { _ in }
    ) {
        var random = SeededGenerator(seed: seed)
        var profile = GatewayProfile(&random)
        change(&profile)
        self.profile = profile
        self.random = random
        store = MemoryStore(numbersPerUnit: profile.numbersPerUnit)
        nodes = (0..<profile.nodeCount).map { _ in Node() }
        trace = GatewayTrace(isRecorded: recordsEvents)
    }

    /// Runs the simulation and returns the problems.
    static func problems(seed: UInt64) -> [String] {
        var world = GatewayWorld(seed: seed)
        world.run()
        return world.truth.problems
    }

    var databaseTime: DatabaseTime { Self.epoch + now }

    mutating func run() {
        trace.add(now, "\(profile)", [])
        populate()
        plan()
        while truth.problems.isEmpty, let (time, event) = agenda.next() {
            now = max(now, time)
            eventCount += 1
            if isFinished { break }
            if now > Self.end || eventCount > eventCountMax {
                truth.addProblem("I1: no end after \(now) and \(eventCount) events: \(openWork)")
                break
            }
            handle(event)
        }
        if truth.problems.isEmpty { checkEnd() }
    }

    mutating func later(_ span: Duration) -> Duration { now + random.upTo(span) }

    private mutating func handle(_ event: GatewayEvent) {
        switch event {
        case .tick(let node, let boot):
            guard nodes[node].nextTick.map({ $0 <= now }) == true else { return }
            nodes[node].nextTick = nil
            deliver(.tick, to: node, boot: boot)
        case .toNode(let node, let boot, let event): deliver(event, to: node, boot: boot)
        case .execute(let node, let boot, let ticket, let request, let responds):
            execute(node, boot, ticket, request, responds)
        case .provide(let node, let boot, let channel, let attempt):
            provide(node, boot, channel, attempt)
        case .start(let node): start(node)
        case .crash(let node): crash(node)
        case .sleep(let node): sleep(node)
        case .wakeUp(let node): wakeUp(node)
        case .drain(let node): drain(node)
        case .message(let number): accept(number)
        case .registration: register()
        case .deletion: delete()
        case .journey: travel()
        case .pause(let campaign): decide(.pause, campaign)
        case .resume(let campaign): decide(.resume, campaign)
        case .cancel(let campaign): decide(.cancel, campaign)
        }
    }

    /// Whether nothing that matters can happen any more.
    private var isFinished: Bool {
        guard now > lastPlanned else { return false }
        return store.campaigns.values.allSatisfy { $0.state.isTerminal || $0.state == .stopped }
            && nodes.allSatisfy { ($0.core?.unsettledCount ?? 0) == 0 }
    }

    /// What has not ended, for the report of a run without an end.
    private var openWork: String {
        let campaigns = store.campaigns.values.filter { !$0.state.isTerminal }
            .map { "\($0.campaign.number) \($0.state)" }.sorted()
        let units = nodes.flatMap { $0.core?.unitLines ?? [] }
        return "campaigns \(campaigns), \(store.rows.count) deliveries, \(units)"
    }

    // MARK: Preparation

    private mutating func populate() {
        for number in 1...Int64(profile.installationCount) {
            let environment: APNSEnvironment =
                random.chance(1, outOf: 5) ? .sandbox : .production
            guard let token = newToken() else { return }
            var installation = MemoryStore.Installation(
                number: number * profile.numberStep, app: 1 + Int64(random.below(2)),
                environment: environment,
                token: token, registeredAt: Self.epoch + .seconds(-3600))
            installation.consents = !random.chance(1, outOf: 20)
            installation.utcOffset = 60 * (random.below(7) - 3)
            installation.zone = Self.zone(ofUTCOffset: installation.utcOffset)
            store.add(installation)
            if random.thousandths(profile.deadTokenChance) {
                truth.deadTokens[token] = Self.epoch + .seconds(-60)
            } else if profile.isSettingWrong || random.thousandths(profile.badTokenChance) {
                truth.badTokens.insert(token)
            }
        }
    }

    mutating func newToken() -> DeviceToken? {
        truth.lastToken += 1
        let number = truth.lastToken
        return try? DeviceToken(
            bytes: (0..<32).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * $0) : 7) })
    }

    /// Everything that is decided before the run.
    private mutating func plan() {
        for number in 1...Int64(profile.campaignCount) { planCampaign(number) }
        for number in 0..<Int64(profile.messageCount) {
            let time = random.upTo(.seconds(60))
            lastPlanned = max(lastPlanned, time)
            agenda.add(.message(1000 + number), at: time)
        }
        for node in nodes.indices { agenda.add(.start(node), at: later(.seconds(2))) }
        let faults = profile.faultEnd
        for _ in 0..<profile.crashCount {
            agenda.add(.crash(random.below(nodes.count)), at: random.upTo(faults))
        }
        for _ in 0..<profile.sleepCount {
            agenda.add(.sleep(random.below(nodes.count)), at: random.upTo(faults))
        }
        for _ in 0..<profile.drainCount {
            agenda.add(.drain(random.below(nodes.count)), at: random.upTo(faults))
        }
        for _ in 0..<profile.registrationCount {
            agenda.add(.registration, at: random.upTo(faults))
        }
        for _ in 0..<profile.deletionCount { agenda.add(.deletion, at: random.upTo(faults)) }
        for _ in 0..<profile.journeyCount {
            agenda.add(.journey, at: random.upTo(.seconds(600)))
        }
        for _ in 0..<profile.storeOutages {
            let start = random.upTo(faults)
            storeOutages.append(start..<max(start, min(faults, start + random.upTo(.seconds(120)))))
            // Only another node may send again what has no durable outcome.
            if nodes.count > 1 {
                truth.repeatsAllowed += profile.settings.unsettledMax * nodes.count
            }
        }
        // The world goes on for a while after everything has ended.
        for minute in 0..<350 as Range<Int64> {
            agenda.add(.tick(node: 0, boot: 0), at: .seconds(60 * minute))
        }
    }

    private mutating func planCampaign(_ number: Campaign.Number) {
        let start: Duration = profile.hasLateStart ? random.upTo(.seconds(120)) : .zero
        let deadline: Duration =
            profile.hasShortDeadline ? .seconds(20 + Int64(random.below(200))) : .seconds(5 * 3600)
        let quietStart = 10 * 60 + random.below(3)
        let campaign = Campaign(
            number: number, app: 1 + Int64(random.below(2)), credential: Int64(random.below(2)),
            key: CampaignKey(using: &random), deadline: Self.epoch + deadline,
            quietHours: profile.hasQuietHours
                ? QuietHours(
                    start: quietStart, end: quietStart + 1 + random.below(4),
                    rule: random.chance(1, outOf: 3) ? .skip : .hold) : nil,
            cap: profile.hasCap ? CapRule(name: "news", perDayMax: 1 + random.below(2)) : nil,
            variantShares: random.chance(1, outOf: 2) ? [1, 3] : [],
            controlThousandths: profile.hasControlGroup ? 100 + random.below(300) : 0,
            perMinuteMax: profile.hasCampaignRate ? 120 + random.below(600) : nil,
            isLocal: profile.hasLocalTimes)
        let due = Self.epoch + start
        store.add(
            campaign, dueTimes: [due], schedule: profile.hasLocalTimes ? Self.schedule(due) : nil)
        if profile.isPaused {
            let pause = start + random.upTo(.seconds(20))
            agenda.add(.pause(number), at: pause)
            let resume = pause + .seconds(5) + random.upTo(.seconds(60))
            lastPlanned = max(lastPlanned, resume)
            agenda.add(.resume(number), at: resume)
        }
        if profile.isCancelled, number == 1 {
            agenda.add(.cancel(number), at: start + random.upTo(.seconds(60)))
        }
    }
}
