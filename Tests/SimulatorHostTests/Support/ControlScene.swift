// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Simulation
import SimulatorHost
import Testing

/// A simulator on free ports and its control API without a socket.
struct ControlScene: Sendable {
    let host: SimulatorHost
    let client: any TestClientProtocol
    let key: ProviderKey
    let authority: LocalAuthority
    /// The simulated FCM and push service of Web Push, which listen on no port.
    let messaging: MessagingHost

    /// The response that was received.
    struct Response: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: Data

        func decode<Value: Decodable>() throws -> Value {
            try #require(status < 300, "\(status): \(String(decoding: body, as: UTF8.self))")
            return try ControlJSON.decode(Value.self, from: body)
        }

        /// Checks that the response is a problem with this code, and returns the problem.
        func problem(_ code: ControlProblem.Code) throws -> ControlProblem {
            #expect(headers[.contentType] == "application/problem+json")
            let problem = try ControlJSON.decode(ControlProblem.self, from: body)
            #expect(problem.isOf(code))
            #expect(problem.status == status)
            #expect(!problem.detail.contains("\n"))
            return problem
        }
    }

    static func run(
        clock: MovableClock? = nil, limits: ServiceLimits = ServiceLimits(),
        _ body: @escaping @Sendable (ControlScene) async throws -> Void
    ) async throws {
        let key = try ProviderKey.generate(
            keyID: SimulatorHost.keyID, teamID: SimulatorHost.teamID)
        let authority = try LocalAuthority(now: TimeSource.system.now)
        var configuration = SimulatorHost.Configuration(authority: authority, key: key)
        configuration.sandboxPort = 0
        configuration.productionPort = 0
        configuration.clock = clock
        configuration.limits = limits
        let host = try await SimulatorHost.start(configuration)
        let messaging = MessagingHost(simulator: host, listenHost: "127.0.0.1")
        do {
            let application = Application(
                router: ControlServer.router(host, messaging: messaging),
                logger: Logger(label: "test"))
            try await application.test(.router) { client in
                try await body(
                    ControlScene(
                        host: host, client: client, key: key, authority: authority,
                        messaging: messaging))
            }
        } catch {
            await host.shutdown()
            throw error
        }
        await host.shutdown()
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Response {
        try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
        ) { response in
            Response(
                status: response.status.code, headers: response.headers,
                body: Data(response.body.readableBytesView))
        }
    }

    func get<Value: Decodable>(_ path: String) async throws -> Value {
        try await ask(.get, path).decode()
    }

    /// Sends a push to the app of the only phone, or to a given token.
    func push(
        _ body: String, id: APNSID, to given: TokenView? = nil, priority: PushPriority? = nil,
        pushType: PushType = .alert, key: ProviderKey? = nil
    ) async throws -> PushOutcome {
        let token =
            if let given { given } else {
                try await host.token(of: nil, app: nil, family: .app)
            }
        let client = try client(for: token, key: key)
        let outcome = try await client.send(
            PushRequest(
                deviceToken: token.token, body: Array(body.utf8), topic: Topic(token.bundleID),
                pushType: pushType, priority: priority, id: id))
        await client.shutdown()
        return outcome
    }

    /// A client for the environment of a token.
    func client(for token: TokenView, key: ProviderKey? = nil) throws -> APNSClient {
        let address = host.address(token.environment)
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: address.host, port: address.port),
            authentication: .providerToken(ProviderTokenSource(key: key ?? self.key)),
            trustRoots: .pem(authority.certificatePEM))
        // The limits are long enough for the slowest machine.
        configuration.requestDeadline = .seconds(3600)
        configuration.connectTimeout = .seconds(3600)
        return APNSClient(configuration: configuration)
    }
}
