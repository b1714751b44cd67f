// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The code of docs/guide/sending.md. `SendingGuideTests` runs it against a server.

import APNSAuth
import APNSProvider
import APNSWire
import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// guide: sending-first
func sendFirst(keyFile: String, token: String) async throws {
    let key = try ProviderKey(p8: keyFile, keyID: "ABC123DEFG", teamID: "TEAM123456")
    let client = APNSClient(
        configuration: .init(
            endpoint: .apple(.sandbox), authentication: .providerToken(.init(key: key))))
    let payload = Payload(aps: APS(alert: Alert(title: "Dinner", body: "It is ready")))
    let outcome = try await client.send(
        PushRequest(
            deviceToken: try DeviceToken(hex: token), payload: payload,
            bundleID: "com.example.app"))
    print(outcome)
    await client.shutdown()
}
// guide: end

// guide: sending-request
func makeRequest(for device: DeviceToken, id: APNSID, until end: Date) throws -> PushRequest {
    var aps = APS(alert: Alert(title: "Taxi", body: "Your driver is here"))
    aps.threadID = "ride-4711"
    aps.interruptionLevel = .timeSensitive
    return PushRequest(
        deviceToken: device, payload: Payload(aps: aps), bundleID: "com.example.app",
        priority: .immediate, expiration: .at(end), collapseID: try CollapseID("ride-4711"),
        id: id)
}
// guide: end

// guide: sending-outcome
/// What to do about one notification.
enum NextStep: Equatable {
    case done
    case forgetToken(deadSince: Date?)
    case sendAgain(afterSeconds: Int)
    case repair(String)
}

func nextStep(after outcome: PushOutcome) -> NextStep {
    switch outcome {
    case .accepted: return .done
    case .rejected(let rejection):
        let row = rejection.reason.row
        if row?.tokenConsequence == .dead { return .forgetToken(deadSince: rejection.timestamp) }
        switch row?.retry {
        case .later: return .sendAgain(afterSeconds: 15 * 60)
        case .newConnection, .newProviderToken: return .sendAgain(afterSeconds: 60)
        case .never, .fix: return .repair(row?.remedy ?? "")
        case nil:
            // A reason that this version does not know.
            return rejection.status >= 500 ? .sendAgain(afterSeconds: 60) : .repair("\(rejection)")
        }
    case .unknown(let unknown):
        // Send it with the same apns-id and collapse identifier. If it may have been processed, a
        // person may see it twice.
        return unknown.mayHaveBeenProcessed
            ? .sendAgain(afterSeconds: 60) : .sendAgain(afterSeconds: 1)
    }
}
// guide: end

// guide: sending-bulk
/// Sends one text to many phones and returns the tokens that are dead.
func announce(
    _ text: String, to devices: some Sequence<(id: Int, token: DeviceToken)>,
    with client: APNSClient
) async throws -> [Int] {
    let body = Payload(aps: APS(alert: Alert(body: text))).encoded
    let topic = Topic("com.example.app")
    let pushes = devices.lazy.map { device in
        IdentifiedPush(
            id: device.id,
            request: PushRequest(
                deviceToken: device.token, body: body, topic: topic, pushType: .alert))
    }
    var dead: [Int] = []
    for try await result in client.send(contentsOf: pushes, inFlightMax: 4000) {
        if case .forgetToken = nextStep(after: try result.result.get()) { dead.append(result.id) }
    }
    return dead
}
// guide: end

// guide: sending-queue
/// Sends the notifications of a queue until the queue ends.
func sendQueue(
    _ jobs: AsyncStream<IdentifiedPush<String>>, with client: APNSClient,
    record: (String, Result<PushOutcome, PushRequestError>) async -> Void
) async throws {
    for try await result in client.send(contentsOf: jobs) {
        await record(result.id, result.result)
    }
}
// guide: end

// guide: sending-settings
func makeClient(of key: ProviderKey, logger: Logger) -> APNSClient {
    var configuration = APNSClient.Configuration(
        endpoint: .apple(.production),
        authentication: .providerToken(ProviderTokenSource(key: key)))
    configuration.requestDeadline = .seconds(30)
    configuration.maxConnections = 8
    configuration.proxy = Proxy(host: "proxy.example.com", port: 3128)
    return APNSClient(configuration: configuration, logger: logger)
}
// guide: end

// guide: sending-warm
func sendBurst(_ requests: [PushRequest], with client: APNSClient) async throws -> [PushOutcome] {
    try await client.connect(4)
    return try await withThrowingTaskGroup(of: PushOutcome.self) { group in
        for request in requests { group.addTask { try await client.send(request) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
// guide: end

// guide: sending-simulator
func makeSimulatorClient(authority: String, keyFile: String) throws -> APNSClient {
    let key = try ProviderKey(p8: keyFile, keyID: "SIMULATOR1", teamID: "BELLHOPDEV")
    return APNSClient(
        configuration: .init(
            endpoint: Endpoint(host: "localhost", port: 2197),
            authentication: .providerToken(ProviderTokenSource(key: key)),
            trustRoots: .pem(authority)))
}
// guide: end
