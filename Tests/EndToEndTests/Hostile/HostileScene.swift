// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import NIOSSL
import Synchronization
import Testing

/// A `bellhop apns` process that hostile clients attack while another client keeps sending.
struct HostileScene: Sendable {
    /// Whether the long form of the attacks runs.
    static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    /// How much the memory of the process may grow, in bytes: the allocator keeps what it once
    /// used, and a debug build uses more than a release build.
    private static let growthMax = 48 << 20
    private static let token = String(repeating: "a1", count: 32)
    private static let bundleID = "com.example.shop"

    /// Another address of this machine, for attackers; `nil` where there is none.
    static var strangerAddress: String? {
        #if os(Linux)
        "127.0.0.2"
        #else
        nil
        #endif
    }

    let apns: BellhopProcess
    /// Pushes of the other client and moves of the clock take turns, so that no move interrupts a
    /// push.
    private let turns = Turns()
    private let caPEM: String
    private let key: ProviderKey
    private let tls: NIOSSLContext
    let port: Int

    /// Runs an attack, and checks that another client is served before, during and after it, and
    /// that the memory stays flat.
    ///
    /// - Parameter connections: the limits of connections in the configuration.
    static func run(
        _ name: String, connections: String = "{}",
        _ attack: @escaping @Sendable (HostileScene) async throws -> Void
    ) async throws {
        let configuration = """
            virtual_clock: true
            limits: {log_entries: 100}
            connections: \(connections)
            apps:
              - {bundle_id: \(bundleID), team_id: BELLHOPDEV}
            devices:
              - {id: alice, app: \(bundleID), token: \(token)}
            """
        try await TemporaryFolder.with { folder in
            let file = try folder.write(configuration, to: "simulator.yaml")
            try await BellhopProcess.with(.apns, arguments: ["--config", file]) { apns in
                let scene = try HostileScene(apns)
                let client = scene.client()
                for _ in 1...20 { try await scene.push(client) }
                let before = try scene.memory()
                let figures = try await scene.serving(client) { try await attack(scene) }
                try await scene.push(client)
                try await scene.expectNewClientIsServed()
                await client.shutdown()
                let after = try scene.memory()
                #expect(after - before <= growthMax, "\(name): \(before) to \(after) bytes")
                if isLong { report(name, before: before, after: after, figures) }
            }
        }
    }

    private init(_ apns: BellhopProcess) throws {
        self.apns = apns
        caPEM = try apns.state.read("ca.pem")
        key = try ProviderKey(
            p8: apns.state.read("simulator-key.p8"), keyID: "SIMULATOR1", teamID: "BELLHOPDEV")
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(caPEM.utf8)))
        configuration.applicationProtocols = ["h2"]
        tls = try NIOSSLContext(configuration: configuration)
        port = try apns.port(of: "sandbox")
    }

    // MARK: The attackers

    func peer(from address: String? = nil, overTLS: Bool = true) async throws -> RawPeer {
        try await RawPeer(port: port, tls: overTLS ? tls : nil, from: address)
    }

    /// Runs an attack on several connections at once.
    ///
    /// - Parameters:
    ///   - count: the number of connections.
    ///   - width: the number of connections at a time.
    func onConnections(
        _ count: Int, width: Int = 10,
        _ attack: @escaping @Sendable (RawPeer, Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                if index >= width { try await group.next() }
                group.addTask {
                    let peer = try await self.peer()
                    try await attack(peer, index)
                    await peer.close()
                }
            }
            try await group.waitForAll()
        }
    }

    /// The headers of a push that is accepted, without those of HTTP.
    func pushHeaders() throws -> [(String, String)] {
        let token = try ProviderToken(signedBy: key, issuedAt: TimeSource.system.now)
        return [
            ("authorization", token.authorizationValue), ("apns-topic", Self.bundleID),
            ("apns-push-type", "alert"),
        ]
    }

    static let pushPath = "/3/device/" + token

    /// Moves the clock of the simulator and its connections.
    func advance(seconds: Int) async throws {
        await turns.enter()
        let order = JSONValue.object(["seconds": .number(JSONNumber(seconds))])
        let moved = try await apns.control().caller.post("/v1/clock/advance", order)
        turns.leave()
        #expect(moved.status == 200)
    }

    // MARK: The other client

    private func client() -> APNSClient {
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: port),
            authentication: .providerToken(ProviderTokenSource(key: key)),
            trustRoots: .pem(caPEM))
        // Long enough for the slowest machine.
        configuration.requestDeadline = .seconds(3600)
        configuration.connectTimeout = .seconds(3600)
        return APNSClient(configuration: configuration)
    }

    private func push(_ client: APNSClient) async throws {
        await turns.enter()
        defer { turns.leave() }
        let outcome = try await client.send(
            PushRequest(
                deviceToken: try DeviceToken(hex: Self.token),
                body: Array(#"{"aps":{"alert":"Dinner is ready"}}"#.utf8),
                topic: Topic(Self.bundleID), pushType: .alert))
        guard case .accepted = outcome else { throw Program.Failure(description: "\(outcome)") }
    }

    /// Sends a push on a new connection.
    func expectNewClientIsServed() async throws {
        let newClient = client()
        try await push(newClient)
        await newClient.shutdown()
    }

    /// How the other client was served.
    struct Figures: Sendable {
        var count = 0
        var slowest = Duration.zero
    }

    /// Sends one push after another until an attack is over; each has to be accepted.
    private func serving(
        _ client: APNSClient, _ attack: @escaping @Sendable () async throws -> Void
    ) async throws -> Figures {
        let attackState = AttackState()
        return try await withThrowingTaskGroup(of: Figures?.self) { group in
            group.addTask {
                defer { attackState.end() }
                try await attack()
                return nil
            }
            group.addTask {
                var figures = Figures()
                repeat {
                    let start = TimeSource.system.uptime
                    try await self.push(client)
                    figures.slowest = max(figures.slowest, TimeSource.system.uptime - start)
                    figures.count += 1
                } while !attackState.isOver
                return figures
            }
            var figures = Figures()
            for try await part in group { figures = part ?? figures }
            return figures
        }
    }

    // MARK: Memory

    /// The resident memory of the simulator's process in bytes; 0 where the system has no `/proc`.
    func memory() throws -> Int {
        let process = try apns.simulatorAddress()["process_id"]?.intValue ?? 0
        guard
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return 0 }
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
    }

    static func report(_ name: String, before: Int, after: Int, _ figures: Figures) {
        print(
            "\(name): \(before >> 20) MiB before, \(after >> 20) MiB after; another client: "
                + "\(figures.count) pushes, slowest \(figures.slowest)")
    }
}

/// Lets one caller at a time act, in the order in which the callers called `enter()`.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}

/// Whether an attack is over.
private final class AttackState: Sendable {
    private let state = Mutex(false)

    var isOver: Bool { state.withLock { $0 } }

    func end() { state.withLock { $0 = true } }
}
