// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSSimulator
import APNSWire
import BenchSupport
import Foundation

/// A simulator in this process with one phone.
struct LoadTarget: Sendable {
    static let bundleID = "com.example.app"

    let server: SimulatorServer
    let key: ProviderKey
    let deviceToken: DeviceToken
    let authorityPEM: String
    private let delivery: Task<Void, Never>

    /// Drops delivered notifications: the phone is measured elsewhere.
    private struct Nobody: DeviceLink {
        func deliver(_ push: DevicePush, to deviceID: String) async {}
        func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async {}
    }

    /// - Parameter isLight: whether the device is one without a phone behind it, as in a fleet.
    static func start(isLight: Bool = false) async throws -> LoadTarget {
        let host = ServiceHost(service: PushService(tokenCheck: SignedTokenCheck()))
        let key = try ProviderKey.generate(keyID: "BENCHMARK1", teamID: "BELLHOPDEV")
        try host.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try host.registerApp(bundleID: bundleID, teamID: key.teamID)
        let token: DeviceToken
        if isLight,
            let light = try host.registerFleet(
                ["light"], bundleID: bundleID, environment: .sandbox
            ).first
        {
            token = light
        } else {
            try host.registerDevice("phone")
            token = try host.registerToken(
                deviceID: "phone", bundleID: bundleID, environment: .sandbox)
        }
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let server = try await SimulatorServer.start(
            listeners: [.init(.sandbox, port: 0)],
            identity: SimulatorServer.makeIdentity(authority: authority), host: host)
        return LoadTarget(
            server: server, key: key, deviceToken: token, authorityPEM: authority.certificatePEM,
            delivery: Task { await host.deliver(to: Nobody()) })
    }

    var port: Int { server.port(.sandbox) ?? 0 }

    func stop() async {
        await server.shutdown()
        delivery.cancel()
    }

    /// Runs a simulator for another load generator: prints URL, authorization and payload, a line
    /// each, waits until standard input ends, and then prints the resources used.
    static func serve() async throws {
        let target = try await start(isLight: true)
        let path = APNSHeader.devicePathPrefix + target.deviceToken.hex
        let now = TimeSource.system.now
        Output.line("https://127.0.0.1:\(target.port)\(path)")
        Output.line(try ProviderToken(signedBy: target.key, issuedAt: now).authorizationValue)
        Output.line(String(decoding: PayloadBenchmarks.payload.encoded, as: UTF8.self))
        let before = Usage.now
        await withCheckedContinuation { continuation in
            Thread {
                _ = FileHandle.standardInput.readDataToEndOfFile()
                continuation.resume()
            }.start()
        }
        let after = Usage.now
        await target.stop()
        Output.line(String(after.processorSeconds - before.processorSeconds))
        Output.line(String(after.memoryBytesMax >> 20))
    }
}

/// `APNSClient.send` to the simulator over TLS and HTTP/2 on loopback, both in this process.
enum SendBenchmark {
    static let inFlight = 100
    static let warmUpCount = 2_000
    static let requestCount = 20_000

    static func run() async throws {
        let target = try await LoadTarget.start()
        let client = APNSClient(
            configuration: .init(
                endpoint: Endpoint(host: "127.0.0.1", port: target.port),
                authentication: .providerToken(ProviderTokenSource(key: target.key)),
                trustRoots: .pem(target.authorityPEM)))
        _ = try await send(warmUpCount, with: client, to: target.deviceToken)
        let before = Usage.now
        let clock = ContinuousClock()
        let start = clock.now
        let acceptedCount = try await send(requestCount, with: client, to: target.deviceToken)
        let seconds = (clock.now - start) / .seconds(1)
        let after = Usage.now
        await client.shutdown()
        await target.stop()
        guard acceptedCount == requestCount else { throw NotAllAccepted(count: acceptedCount) }
        let cost = (after.processorSeconds - before.processorSeconds) / Double(requestCount) * 1e6
        Output.line("")
        Output.line(
            "| end to end, TLS on loopback, \(inFlight) in flight | requests/s | CPU µs/request "
                + "| peak RSS |")
        Output.line("|---|---:|---:|---:|")
        let rate = Int(saturating: Double(requestCount) / seconds)
        Output.line(
            "| `APNSClient.send`, client and simulator in one process | "
                + "\(rate) | \(cost.rounded(to: 1)) (both ends) | "
                + "\(after.memoryBytesMax >> 20) MB (both ends) |")
    }

    struct NotAllAccepted: Error { let count: Int }

    /// Sends with a number of concurrent requests; the payload is encoded for each of them.
    private static func send(
        _ count: Int, with client: APNSClient, to token: DeviceToken
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    var acceptedCount = 0
                    for _ in 0..<count / inFlight {
                        let request = PushRequest(
                            deviceToken: token, payload: PayloadBenchmarks.payload,
                            bundleID: LoadTarget.bundleID)
                        if case .accepted = try await client.send(request) { acceptedCount += 1 }
                    }
                    return acceptedCount
                }
            }
            return try await group.reduce(0, +)
        }
    }
}
