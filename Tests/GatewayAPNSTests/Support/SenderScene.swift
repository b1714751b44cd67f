// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSSimulator
import APNSWire
import Foundation
import GatewayAPI
import Logging
import ServiceLifecycle
import Subprocess
import Synchronization
import Testing

@testable import BellhopGateway
@testable import GatewayAPNS

/// A gateway with one app, a sender that records what would go to APNs, and the APNs endpoint.
struct SenderScene: Sendable {
    static let app = "com.example.app"
    static let body = #"{"aps":{"alert":"Dinner is ready"}}"#
    static let token = String(repeating: "ab", count: 32)

    let gateway: Gateway
    let sender: RecordedSending
    let key: ProviderKey
    let apiKey: String
    let server: SenderServer
    let directory: URL

    struct Response: Sendable {
        let status: Int
        let headers: [String: String]
        let body: String

        var reason: String? {
            RejectionBody(body.utf8)?.reason.rawValue
        }
    }

    /// Runs a test against an endpoint of its own, while the gateway sends.
    static func run(
        isSending: Bool = true, _ body: (SenderScene) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let scene = try await SenderScene(directory)
        let group = ServiceGroup(
            services: isSending ? scene.gateway.services : [], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            if isSending { tasks.addTask { try await group.run() } }
            let result: Result<Void, any Error>
            do { result = .success(try await body(scene)) } catch { result = .failure(error) }
            await scene.server.shutdown()
            if isSending { await group.triggerGracefulShutdown() }
            try await tasks.waitForAll()
            try await scene.gateway.close()
            try result.get()
        }
    }

    private init(_ directory: URL) async throws {
        self.directory = directory
        sender = RecordedSending()
        let store = try await SQLStore.open(
            path: directory.appending(path: "gateway.sqlite").path(percentEncoded: false),
            now: TimeSource.system.now)
        gateway = Gateway(store: store, sender: sender)
        apiKey = try await gateway.makeAPIKey(name: "test")
        key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putApp(bundleID: Self.app, name: "Example")
        _ = try await gateway.putCredential(
            bundleID: Self.app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        let authority = try LocalAuthority(now: TimeSource.system.now)
        try Data(authority.certificatePEM.utf8).write(to: directory.appending(path: "ca.pem"))
        // On a busy machine, a test may wait long for the processor while a request is open.
        var limits = ConnectionLimits()
        limits.handshakeTime = .seconds(3600)
        limits.partTime = .seconds(3600)
        limits.requestTime = .seconds(3600)
        server = try await SenderServer.start(
            APNSEnvironment.allCases.map { .init($0, port: 0) },
            identity: authority.makeServerIdentity(
                hostNames: ["localhost"], ipAddresses: [[127, 0, 0, 1]],
                now: TimeSource.system.now),
            gateway: gateway, limits: limits)
    }

    var caPath: String { directory.appending(path: "ca.pem").path(percentEncoded: false) }

    /// A valid `authorization` of a sender with the app's key.
    var providerToken: String {
        get throws {
            try ProviderToken(signedBy: key, issuedAt: TimeSource.system.now).authorizationValue
        }
    }

    func port(_ environment: APNSEnvironment) throws -> Int {
        try #require(server.port(environment))
    }

    /// Sends a request with curl.
    func curl(
        _ token: String = Self.token, to environment: APNSEnvironment = .production,
        authorization: String? = nil, topic: String? = Self.app, method: String = "POST",
        path: String? = nil, headers: [String] = [], body: String = Self.body
    ) async throws -> Response {
        var arguments = [
            "-sS", "--http2", "--cacert", caPath, "-X", method, "-D", "-", "--data-binary", body,
        ]
        let authorization = try authorization ?? providerToken
        if !authorization.isEmpty { arguments += ["-H", "authorization: \(authorization)"] }
        if let topic { arguments += ["-H", "apns-topic: \(topic)"] }
        for header in headers { arguments += ["-H", header] }
        arguments.append(
            "https://localhost:\(try port(environment))" + (path ?? "/3/device/\(token)"))
        let result = try await Subprocess.run(
            .name("curl"), arguments: .init(arguments), output: .string(limit: 20_000),
            error: .string(limit: 10_000))
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
        let text = result.standardOutput.replacing("\r\n", with: "\n")
        let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (parts.first ?? "").split(separator: "\n").map(String.init)
        var found: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            if pair.count == 2 {
                found[String(pair[0])] = pair[1].trimmingCharacters(in: .whitespaces)
            }
        }
        let words = (lines.first ?? "").split(separator: " ")
        return Response(
            status: try #require(words.count > 1 ? Int(words[1]) : nil), headers: found,
            body: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Registers an installation as an app's server does.
    func register(
        _ token: String = Self.token, _ environment: APNSEnvironment = .production,
        id: String = "i1", app: String = Self.app
    ) async throws {
        _ = try await gateway.registerInstallation(
            id: id,
            InstallationRequest(
                app: app, token: try DeviceToken(hex: token), environment: environment,
                user: "alex"))
    }

    /// Waits until a delivery is neither queued nor being sent, and returns it.
    func ended(_ id: String?) async throws -> DeliveryResource {
        let id = try #require(id)
        while true {
            try Task.checkCancellation()
            let delivery = try await gateway.delivery(id: id)
            if delivery.state != .queued && delivery.state != .sending { return delivery }
            await Task.yield()
        }
    }
}

/// What the gateway would send to APNs, and what APNs responds.
final class RecordedSending: PushSending {
    private struct State {
        var sent: [PushRequest] = []
        var outcome = PushOutcome.accepted(Acceptance())
    }

    private let state = Mutex(State())

    var sent: [PushRequest] { state.withLock { $0.sent } }

    /// Sets the outcome of the next requests.
    func respond(with outcome: PushOutcome) { state.withLock { $0.outcome = outcome } }

    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        state.withLock { state in
            state.sent.append(request)
            return state.outcome
        }
    }

    func shutdown() async {}
}
