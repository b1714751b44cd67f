// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Simulation

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values that many tests need.
enum Fixtures {
    static func tokenSource() throws -> ProviderTokenSource {
        ProviderTokenSource(
            key: try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456"))
    }

    static func token(issuedAt: Double = 1_767_225_600) throws -> ProviderToken {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        return try ProviderToken(signedBy: key, issuedAt: Date(timeIntervalSince1970: issuedAt))
    }

    static func request(_ number: UInt8 = 1, id: APNSID? = nil) throws -> PushRequest {
        PushRequest(
            deviceToken: try DeviceToken(bytes: [UInt8](repeating: number, count: 32)),
            body: Array("{\"aps\":{\"alert\":\"Dinner is ready\"}}".utf8),
            topic: Topic("com.example.app"),
            pushType: .alert, priority: .immediate, id: id)
    }

    /// A client of a raw server.
    static func client(
        of server: RawServer, clock: VirtualClock? = nil, tokens: ProviderTokenSource? = nil,
        _ change: (inout APNSClient.Configuration) -> Void = { _ in }
    ) throws -> APNSClient {
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: server.port),
            authentication: .providerToken(try tokens ?? tokenSource()),
            trustRoots: .pem(server.authorityPEM))
        if clock == nil { configuration.waitPatiently() }
        change(&configuration)
        return APNSClient(configuration: configuration, time: clock?.timeSource ?? .system)
    }

    /// A client of a scripted server.
    static func client(
        of server: ScriptedServer, host: String = "127.0.0.1", clock: VirtualClock? = nil,
        tokens: ProviderTokenSource? = nil,
        _ change: (inout APNSClient.Configuration) -> Void = { _ in }
    ) throws -> APNSClient {
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: host, port: server.port),
            authentication: .providerToken(try tokens ?? tokenSource()),
            trustRoots: .pem(server.authorityPEM))
        if clock == nil { configuration.waitPatiently() }
        change(&configuration)
        return APNSClient(configuration: configuration, time: clock?.timeSource ?? .system)
    }
}

extension APNSClient.Configuration {
    /// Makes every time limit so long that no test reaches a limit because its machine is slow.
    mutating func waitPatiently() {
        requestDeadline = .seconds(3600)
        connectTimeout = .seconds(3600)
        pingTimeout = .seconds(3600)
    }
}

extension VirtualClock {
    /// Waits until a number of tasks sleep on this clock.
    func waitForSleepers(_ count: Int) async {
        while sleeperCount < count, !Task.isCancelled { await Task.yield() }
    }

    /// Waits until a task that sleeps on this clock is due within a number of seconds.
    func waitForWake(withinSeconds limit: Double) async {
        while secondsToNextWake ?? .infinity > limit, !Task.isCancelled { await Task.yield() }
    }
}

extension PushOutcome {
    var acceptance: Acceptance? { if case .accepted(let value) = self { value } else { nil } }
    var rejection: Rejection? { if case .rejected(let value) = self { value } else { nil } }
    var noResponse: UnknownOutcome? { if case .unknown(let value) = self { value } else { nil } }
}
