// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Simulation
import Synchronization
import Testing

@testable import GatewayClient

/// The requests of a client, and when the client repeats them.
@Suite(.timeLimit(.minutes(30)))
struct BellhopClientTests {
    /// What the gateway returns for a message.
    private static var message: String {
        get throws {
            let resource = MessageResource(
                id: "m1", app: "com.example.app", topic: "com.example.app", pushType: .alert,
                priority: .immediate, createdAt: Date(timeIntervalSince1970: 1_800_000_000),
                expiresAt: nil, deliveryCount: 0, states: [:], deliveries: [], next: nil)
            return String(decoding: try GatewayJSON.encode(resource), as: UTF8.self)
        }
    }

    /// A client whose pauses end at once, and which gets the given responses.
    private func client(
        _ responses: Result<ClientResponse, any Error>..., attempts: Int = 4
    ) -> (BellhopClient, ScriptedTransport) {
        let transport = ScriptedTransport(responses)
        let client = BellhopClient(
            url: "https://push.example.com/", key: "bh_key", transport: transport,
            retries: RetryPolicy(attemptsMax: attempts, pause: .zero, pauseMax: .seconds(10)),
            time: VirtualClock().timeSource)
        return (client, transport)
    }

    private static func response(
        _ status: Int, _ body: String = "", retryAfter: Int? = nil
    ) -> Result<ClientResponse, any Error> {
        .success(
            ClientResponse(status: status, retryAfter: retryAfter, body: Array(body.utf8)))
    }

    private static func problem(_ kind: ProblemKind) throws -> Result<ClientResponse, any Error> {
        let problem = Problem(kind, "what is wrong; what to do")
        let body = String(decoding: try GatewayJSON.encode(problem), as: UTF8.self)
        return response(problem.status, body)
    }

    @Test func `a message is sent again with the same key until it is accepted`() async throws {
        let (client, transport) = client(
            .failure(Lost()), Self.response(503), try Self.response(202, Self.message))
        let message = try await client.send("Dinner is ready", to: .user("al ex"))
        #expect(message.id == "m1")
        let sent = transport.requests
        #expect(sent.count == 3)
        #expect(Set(sent).count == 1)
        let first = try #require(sent.first)
        #expect(first.method == "POST")
        #expect(first.url == "https://push.example.com/v1/users/al%20ex/messages")
        #expect(first.header("authorization") == "Bearer bh_key")
        #expect(first.header("idempotency-key")?.isEmpty == false)
        #expect(first.body == Array(#"{"aps":{"alert":"Dinner is ready"}}"#.utf8))
    }

    @Test func `each message has an idempotency key of its own, and a given key is used`()
        async throws
    {
        let (client, transport) = client(try Self.response(202, Self.message))
        _ = try await client.send("a", to: .installation("i"))
        _ = try await client.send("b", to: .installation("i"))
        _ = try await client.send("c", to: .installation("i"), idempotencyKey: "order 7")
        let keys = transport.requests.compactMap { $0.header("idempotency-key") }
        #expect(Set(keys).count == 3)
        #expect(keys.last == "order 7")
    }

    @Test func `a message without a response may have been processed`() async throws {
        let (client, transport) = client(.failure(Lost()), attempts: 2)
        let error = await #expect(throws: ClientError.self) {
            try await client.send("a", to: .user("alex"))
        }
        guard case .noResponse(_, mayHaveBeenProcessed: true)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [nil, 429, 503])
    func `a message was not processed if each attempt was refused or not sent`(
        status: Int?
    ) async throws {
        let refused = NotSentError(cause: "connection refused")
        let first = status.map { Self.response($0) } ?? .failure(refused)
        let (client, _) = client(first, .failure(refused), attempts: 2)
        let error = await #expect(throws: ClientError.self) {
            try await client.send("a", to: .user("alex"))
        }
        #expect(
            error == .noResponse(cause: "connection refused", mayHaveBeenProcessed: false))
    }

    @Test(arguments: [nil, 502, 504])
    func `a message may have been processed if an attempt got no response from the gateway`(
        status: Int?
    ) async throws {
        let refused = NotSentError(cause: "connection refused")
        let first = status.map { Self.response($0) } ?? .failure(Lost())
        let (client, _) = client(first, .failure(refused), attempts: 2)
        let error = await #expect(throws: ClientError.self) {
            try await client.send("a", to: .user("alex"))
        }
        #expect(error == .noResponse(cause: "connection refused", mayHaveBeenProcessed: true))
    }

    @Test func `a refusal throws the gateway's problem and is not retried`() async throws {
        let (client, transport) = client(try Self.problem(.noDevice))
        let error = await #expect(throws: ClientError.self) {
            try await client.send("a", to: .user("alex"))
        }
        #expect(error?.problem?.isOf(ProblemKind.noDevice) == true)
        #expect(error.map { "\($0)" } == "what is wrong; what to do")
        #expect(transport.requests.count == 1)
    }

    @Test func `a missing campaign is nil, and deleting a missing installation returns false`()
        async throws
    {
        let (client, _) = client(try Self.problem(.campaignNotFound))
        #expect(try await client.campaign("c") == nil)
        #expect(try await client.deleteInstallation("i") == false)
    }

    @Test func `pausing a campaign is not retried, because the request has no key`() async throws {
        let (client, transport) = client(.failure(Lost()))
        await #expect(throws: ClientError.self) { try await client.pauseCampaign("c") }
        #expect(transport.requests.count == 1)
    }

    @Test func `a response that is not the gateway's is reported as not understood`() async throws {
        let (client, _) = client(Self.response(200, "<html>"))
        await #expect(throws: ClientError.notUnderstood(status: 200)) {
            try await client.segments(app: "com.example.app")
        }
    }

    @Test func `options are sent in the query, and a time is sent in seconds`() async throws {
        let (client, transport) = client(try Self.response(202, Self.message))
        var options = MessageOptions()
        options.app = "com.example.app"
        options.environment = .sandbox
        options.priority = .powerAware
        options.lane = .otp
        options.expiry = .after(seconds: 60)
        let token = try DeviceToken(hex: String(repeating: "ab", count: 32))
        _ = try await client.send("a", to: .token(token), options: options)
        #expect(
            transport.requests.first?.url == "https://push.example.com/v1/tokens/\(token.hex)"
                + "/messages?priority=5&expires_in=60&app=com.example.app"
                + "&environment=sandbox&lane=otp"
        )
    }

    @Test(
        arguments: [
            (1, nil, 0.0, Duration.milliseconds(250)), (1, nil, 1.0, .milliseconds(500)),
            (2, nil, 1.0, .seconds(1)), (3, nil, 1.0, .seconds(2)), (3, 5, 1.0, .seconds(5)),
            (3, 11, 1.0, nil), (4, nil, 1.0, nil),
        ] as [(Int, Int?, Double, Duration?)])
    func `pauses between attempts double, or follow the gateway's retry-after`(
        attempt: Int, retryAfter: Int?, jitter: Double, pause: Duration?
    ) {
        let wait = RetryPolicy().wait(after: attempt, retryAfter: retryAfter, jitter: jitter)
        #expect(wait == pause)
    }
}

private struct Lost: Error {}

/// Responds with the given responses, in order; the last one is repeated.
final class ScriptedTransport: ClientTransport {
    private struct State {
        var responses: [Result<ClientResponse, any Error>]
        var requests: [ClientRequest] = []
    }

    private let state: Mutex<State>

    init(_ responses: [Result<ClientResponse, any Error>]) {
        state = Mutex(State(responses: responses))
    }

    var requests: [ClientRequest] { state.withLock { $0.requests } }

    func send(_ request: ClientRequest) async throws -> ClientResponse {
        try state.withLock { state in
            state.requests.append(request)
            return state.responses.count > 1 ? state.responses.removeFirst() : state.responses[0]
        }.get()
    }
}
