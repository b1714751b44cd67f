// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Kills the gateway with `kill -9` between its 202 and the delivery, again and again, on one state
/// directory. The simulated APNs is another process; the tests compare what it received with what
/// the gateway promised.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct CrashTests {
    /// The number of times that the gateway is killed; 50 in a long run.
    static let roundCount =
        ProcessInfo.processInfo.environment["BELLHOP_LONG"] == nil ? 5 : 50
    static let seed: UInt64 = 20

    @Test
    func `a gateway killed between 202 and delivery loses no message and changes no apns-id`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.apns, in: folder) { apns in
                var crash = CrashRun(apns: apns, state: folder, seed: Self.seed)
                for round in 0..<Self.roundCount { try await crash.round(round) }
                try await crash.finish()
                let figures = try await crash.check()
                print("crash test, seed \(Self.seed): \(Self.roundCount) rounds, \(figures)")
            }
        }
    }
}

/// When the gateway is killed in one round.
private enum CrashMoment: CaseIterable {
    /// Right after the last 202.
    case afterResponse
    /// After some more requests, so that deliveries are under way.
    case afterFurtherRequests
    /// While APNs is suspended and has received none of the messages, so that the crash certainly
    /// precedes their delivery.
    case whileAPNsIsFrozen
    /// While APNs is suspended in the middle of a connection, so that it later reads what was sent
    /// before the crash.
    case whileAPNsIsFrozenInConnection
    /// While further messages are being posted, some of them without a response.
    case duringPosts
}

/// A gateway that is killed and restarted, and the messages that it has promised to deliver.
private struct CrashRun {
    /// A message that was accepted with 202.
    struct Promise: Hashable {
        let message: String
        let apnsID: String
    }

    /// The numbers at the end of the run.
    struct Figures: CustomStringConvertible {
        var messageCount = 0
        var requestCount = 0
        var repeatedCount = 0
        var unansweredCount = 0

        var description: String {
            "\(messageCount) messages accepted with 202, \(requestCount) requests accepted, "
                + "\(repeatedCount) messages sent more than once, "
                + "\(unansweredCount) posts without a response"
        }
    }

    let apns: BellhopProcess
    let state: TemporaryFolder
    private var generator: SeededGenerator
    private var promised: [Promise] = []
    /// The promises whose deliveries have not yet been seen in a final state.
    private var open: [Promise] = []
    /// The final state of each delivery, as it was first seen.
    private var ends: [String: JSONValue] = [:]
    private var unansweredCount = 0

    init(apns: BellhopProcess, state: TemporaryFolder, seed: UInt64) {
        self.apns = apns
        self.state = state
        generator = SeededGenerator(seed: seed)
    }

    /// Starts the gateway, waits until it has kept its promises, lets it make new ones, and kills
    /// it.
    mutating func round(_ number: Int) async throws {
        let moment = CrashMoment.allCases[number % CrashMoment.allCases.count]
        var run = self
        run = try await BellhopProcess.with(.serve, in: state, arguments: ["--simulator"]) {
            serve in
            let gateway = try serve.gateway()
            if number == 0 { try await run.register(at: gateway) }
            try await run.settle(gateway)
            try await run.crash(serve, gateway, moment)
            return run
        }
        if moment == .whileAPNsIsFrozen || moment == .whileAPNsIsFrozenInConnection {
            try signalAPNs(SIGCONT)
        }
        self = run
    }

    /// Starts the gateway for the last time and lets it keep every promise.
    mutating func finish() async throws {
        var run = self
        run = try await BellhopProcess.with(.serve, in: state, arguments: ["--simulator"]) {
            serve in
            let gateway = try serve.gateway()
            try await run.settle(gateway)
            try await run.expectOneEnd(gateway)
            return run
        }
        self = run
    }

    private func register(at gateway: HTTPCaller) async throws {
        let token = try await apns.bellhop(["device", "show", "--token"]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let app = "dev.bellhop.demo"
        let simulator = try apns.simulatorAddress()
        let credential: JSONValue = [
            "p8": .string(try state.read("simulator-key.p8")),
            "key_id": simulator["simulator", "key_id"] ?? .null,
            "team_id": simulator["simulator", "team_id"] ?? .null,
        ]
        let installation: JSONValue = [
            "app": .string(app), "token": .string(token), "environment": "sandbox", "user": "alex",
        ]
        for (path, body) in [
            ("/v1/apps/\(app)", ["name": "Demo"]), ("/v1/apps/\(app)/credential", credential),
            ("/v1/installations/phone-1", installation),
        ] {
            let response = try await gateway.call(
                "PUT", path, headers: ["content-type": "application/json"],
                body: JSONWriter.text(body))
            try #require((200..<300).contains(response.status), "\(path): \(response.text)")
        }
    }

    // MARK: Promises

    private mutating func crash(
        _ serve: BellhopProcess, _ gateway: HTTPCaller, _ moment: CrashMoment
    ) async throws {
        if moment == .whileAPNsIsFrozenInConnection {
            try await post(1, to: gateway)
            try await settle(gateway)
        }
        if moment == .whileAPNsIsFrozen || moment == .whileAPNsIsFrozenInConnection {
            try signalAPNs(SIGSTOP)
        }
        try await post(Int.random(in: 2...6, using: &generator), to: gateway)
        switch moment {
        case .afterResponse, .whileAPNsIsFrozen: break
        case .afterFurtherRequests, .whileAPNsIsFrozenInConnection:
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                _ = try await gateway.get("/v1/messages/\(open[0].message)")
            }
        case .duringPosts:
            try await killDuringPosts(serve, gateway)
            return
        }
        try await serve.kill()
    }

    private mutating func post(_ count: Int, to gateway: HTTPCaller) async throws {
        for _ in 0..<count { keep(try await Self.post(to: gateway)) }
    }

    private mutating func keep(_ promise: Promise) {
        promised.append(promise)
        open.append(promise)
    }

    private static func post(to gateway: HTTPCaller) async throws -> Promise {
        let response = try await gateway.post("/v1/users/alex/messages", text: "Dinner is ready")
        try #require(response.status == 202, "\(response.text)")
        let apnsID = try response.json["deliveries", 0, "apns_id"]?.stringValue
        return Promise(message: try response.json.text("id"), apnsID: try #require(apnsID))
    }

    /// Posts eight messages at the same time, and kills the gateway after some of the responses.
    private mutating func killDuringPosts(_ serve: BellhopProcess, _ gateway: HTTPCaller)
        async throws
    {
        let responsesBeforeKill = Int.random(in: 1...6, using: &generator)
        let accepted = try await withThrowingTaskGroup(of: Promise?.self) { group in
            for _ in 0..<8 { group.addTask { try? await Self.post(to: gateway) } }
            var accepted: [Promise] = []
            var count = 0
            for try await promise in group {
                count += 1
                if count == responsesBeforeKill { try await serve.kill() }
                if let promise { accepted.append(promise) }
            }
            return accepted
        }
        for promise in accepted { keep(promise) }
        unansweredCount += 8 - accepted.count
    }

    private func signalAPNs(_ signal: Int32) throws {
        let process = try apns.simulatorAddress()["process_id"]?.intValue
        let isSent = kill(pid_t(try #require(process)), signal) == 0
        try #require(isSent)
    }

    // MARK: Keeping promises

    /// Waits until every promise is kept: each delivery is in a final state and in the log of APNs.
    private mutating func settle(_ gateway: HTTPCaller) async throws {
        let control = try apns.control()
        for promise in open {
            var delivery = try await delivery(promise, gateway)
            // This polls, because the gateway has no request that waits for a delivery.
            while !Self.isAtEnd(delivery) {
                try await TimeSource.system.sleep(for: .milliseconds(50))
                delivery = try await self.delivery(promise, gateway)
            }
            #expect(delivery["state"] == "accepted", "\(JSONWriter.text(delivery))")
            ends[promise.apnsID] = delivery
            let report = try await control.delivery(promise.apnsID)
            #expect(report["status"]?.intValue == 200, "\(JSONWriter.text(report))")
        }
        open = []
    }

    private static func isAtEnd(_ delivery: JSONValue) -> Bool {
        guard let state = delivery["state"]?.stringValue else { return false }
        return state != "queued" && state != "sending"
    }

    private func delivery(_ promise: Promise, _ gateway: HTTPCaller) async throws -> JSONValue {
        let response = try await gateway.get("/v1/deliveries/\(promise.apnsID)")
        try #require(response.status == 200, "\(response.text)")
        return try response.json
    }

    /// Checks at the end of the run that each message has one delivery, in the same final state as
    /// before.
    private func expectOneEnd(_ gateway: HTTPCaller) async throws {
        for promise in promised {
            let response = try await gateway.get("/v1/messages/\(promise.message)")
            let message = try response.json
            #expect(message["delivery_count"] == 1)
            #expect(message["states", "accepted"] == 1)
            #expect(try await delivery(promise, gateway) == ends[promise.apnsID])
        }
    }

    /// Compares the promises with the log of APNs.
    func check() async throws -> Figures {
        let log = try await apns.control().deliveries()
        try #require(log.count < 1000, "the log is longer than one response")
        var counts: [String: Int] = [:]
        for entry in log {
            #expect(entry["status"]?.intValue == 200, "\(JSONWriter.text(entry))")
            counts[try entry.text("apns_id"), default: 0] += 1
        }
        let ids = Set(promised.map(\.apnsID))
        #expect(ids.count == promised.count)
        for id in ids { #expect(counts[id, default: 0] >= 1, "\(id) never arrived at APNs") }
        // A post without a response may have been stored, so it may be delivered.
        #expect(Set(counts.keys).subtracting(ids).count <= unansweredCount)
        return Figures(
            messageCount: ids.count, requestCount: log.count,
            repeatedCount: counts.values.count { $0 > 1 }, unansweredCount: unansweredCount)
    }
}
