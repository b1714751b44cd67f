// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import HTTP2Core
import Simulation

/// A client's pool, the network and the servers, in virtual time. One seed determines everything.
struct SimWorld {
    let profile: SimProfile
    var random: SeededGenerator
    var pool: PushPool<Int>
    var record = SimRecord()
    var links: [ConnectionID: SimLink] = [:]
    var agenda = SimAgenda()
    var now = EngineTime(nanoseconds: 0)
    var bytes: [UInt8] = []
    var hasEnded = false
    var peakWaitingCount = 0
    /// The number of requests that have no outcome yet.
    var openRequestCount = 0
    /// The events of a run, for the analysis of a seed.
    var story: SimStory?

    /// The number of events after which a run counts as endless.
    static let eventCountMax = 400_000

    init(seed: UInt64, recordsEvents: Bool = false) {
        var random = SeededGenerator(seed: seed)
        profile = SimProfile(&random)
        self.random = random
        pool = PushPool(settings: profile.settings)
        if recordsEvents { story = SimStory("\(profile)") }
    }

    /// Runs the simulation and returns the problems.
    static func problems(seed: UInt64) throws -> [String] {
        var world = SimWorld(seed: seed)
        try world.run()
        return world.record.problems
    }

    mutating func run() throws {
        for _ in 0..<profile.requestCount {
            agenda.add(.submit, at: now + .nanoseconds(random.below(profile.submitSpan)))
        }
        agenda.add(.end, at: now + .nanoseconds(profile.end))
        // A request after the shutdown.
        agenda.add(.submit, at: now + .nanoseconds(profile.end + 1))
        var eventCount = 0
        while record.problems.isEmpty {
            eventCount += 1
            guard eventCount < Self.eventCountMax else {
                record.addProblem("no end after \(eventCount) events")
                return
            }
            let poolDue = pool.nextDue
            guard let due = [agenda.nextDue, poolDue].compactMap({ $0 }).min() else { break }
            now = max(now, due)
            if let poolDue, poolDue <= now {
                pool.advance(to: now)
            } else if let event = agenda.next() {
                try handle(event)
            }
            turn()
        }
        if record.problems.isEmpty { checkEnd() }
    }

    mutating func later(_ max: Int64) -> EngineTime { now + .nanoseconds(random.below(max + 1)) }

    private mutating func handle(_ event: SimEvent) throws {
        switch event {
        case .submit: try submit()
        case .cancel(let number):
            story?.add(now, "cancel \(number)")
            pool.cancel(UInt64(number) + 1, now: now)
        case .connect(let id, let succeeds): connect(id, succeeds: succeeds)
        case .toServer(let id): deliverToServer(id)
        case .toClient(let id): deliverToClient(id)
        case .server(let id, let task):
            links[id]?.server.perform(task, &record, &random)
            collect(id)
        case .trouble(let id): trouble(id)
        case .cut(let id): cut(id)
        case .reportEnd(let id):
            guard links[id]?.state == .cut else { return }
            links[id]?.state = .closed
            story?.add(now, "client hears the end of \(id)")
            pool.connectionEnded(id, cause: FailureCause(.lost, "cut"), now: now)
        case .writable(let id):
            guard links[id]?.state == .up else { return }
            links[id]?.isWritable = true
            pool.setWritable(id, true)
        case .renew(let number, let isAvailable):
            story?.add(now, "token \(number) renewed: \(isAvailable)")
            if isAvailable, record.tokenNumber == number { record.tokenNumber += 1 }
            pool.tokenRenewed(expired: number, isAvailable: isAvailable, now: now)
        case .end:
            hasEnded = true
            story?.add(now, profile.isAbandoned ? "abandon" : "shutdown")
            if profile.isAbandoned { pool.abandon(now: now) } else { pool.shutdown(now: now) }
        }
    }

    private mutating func submit() throws {
        let number = record.requests.count
        openRequestCount += 1
        record.requests.append(
            try SimRequest(number: number, profile: profile, now: now, &random))
        if random.thousandths(profile.rotationChance) { record.tokenNumber += 1 }
        record.requests[number].tokenNumberMin = record.tokenNumber
        story?.add(now, "submit \(number)")
        pool.submit(
            record.requests[number].request, caller: number, id: UInt64(number) + 1, now: now)
        if random.thousandths(profile.cancelChance) {
            agenda.add(.cancel(number), at: later(2 * SimProfile.second))
        }
    }

    // MARK: The client's turn

    /// What the client's event loop does after each event.
    private mutating func turn() {
        repeat {
            if pool.wantsDispatch {
                let credential = PushPool<Int>.Credential(
                    authorization: SimRecord.authorization(record.tokenNumber),
                    number: UInt32(record.tokenNumber))
                pool.dispatch(profile.settings.usesTokens ? credential : nil)
            }
            for action in pool.takeActions() { perform(action) }
            for id in pool.connectionsWithOutput { flush(id) }
        } while pool.hasActions || pool.wantsDispatch
        let completions = pool.takeCompletions()
        openRequestCount -= completions.count
        for completion in completions { check(completion) }
        checkLoad()
        checkLinks()
    }

    private mutating func perform(_ action: PushPool<Int>.Action) {
        switch action {
        case .open(let id):
            story?.add(now, "open \(id)")
            links[id] = SimLink(server: ModelServer(id: id, profile: profile, &random))
            let fails = random.thousandths(profile.connectFailureChance)
            agenda.add(.connect(id, succeeds: !fails), at: later(profile.delayMax))
        case .close(let id):
            story?.add(now, "close \(id)")
            if links[id]?.state == .up || links[id]?.state == .cut { flush(id) }
            links[id]?.state = .closed
        case .renewToken(let number):
            // Most of the time a new token is available.
            let isAvailable = random.chance(3, outOf: 4)
            agenda.add(
                .renew(number: number, isAvailable: isAvailable), at: later(profile.delayMax))
        }
    }

    private mutating func flush(_ id: ConnectionID) {
        pool.takeOutput(of: id, into: &bytes)
        guard let link = links[id], !bytes.isEmpty else { return }
        if link.state == .connecting { record.addProblem("bytes before there is a connection") }
        let frames = links[id]?.frames(in: bytes) ?? []
        story?.add(now, "client to \(id): \(frames.map { "\($0.type.map { "\($0)" } ?? "?")" })")
        if link.isDraining, frames.contains(where: { $0.type == .headers }) {
            record.addProblem("a request on connection \(id), which accepts no more")
        }
        if frames.contains(where: { $0.type == .ping && !$0.isAcknowledgement }),
            link.pingDue == nil
        {
            links[id]?.pingDue = now + profile.settings.pingTimeout
            links[id]?.server.pingAcknowledgementOffset = nil
        }
        if !link.losesOutput { push(bytes, to: \.toServer, of: id, .toServer(id)) }
        if link.state == .up, random.thousandths(profile.stallChance) {
            links[id]?.isWritable = false
            pool.setWritable(id, false)
            agenda.add(.writable(id), at: later(5 * SimProfile.second))
        }
    }
}

/// The events of a simulation, in order.
final class SimStory {
    private(set) var lines: [String]

    init(_ first: String) { lines = [first] }

    func add(_ now: EngineTime, _ text: String) {
        lines.append("\(Double(now.nanoseconds) / 1e9) \(text)")
    }
}
