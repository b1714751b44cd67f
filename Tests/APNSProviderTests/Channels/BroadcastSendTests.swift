// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOHTTP2
import Simulation
import Testing

@testable import APNSProvider

/// Sending broadcasts over sockets to a scripted server.
@Suite(.timeLimit(.minutes(30)))
struct BroadcastSendTests {
    /// Sends one broadcast to a server with this script, and returns the outcome.
    private func outcome(_ script: @escaping ScriptedServer.Script) async throws -> BroadcastOutcome
    {
        let server = try await ScriptedServer(script: script)
        let client = try Fixtures.client(of: server)
        let outcome = try await client.send(ChannelFixtures.broadcast())
        await client.shutdown()
        await server.stop()
        return outcome
    }

    @Test
    func `T263: the path of a broadcast has the bundle identifier, and the headers are in order`()
        async throws
    {
        let server = try await ScriptedServer { request in
            [
                .respond(
                    stream: request.stream, status: 200,
                    headers: [("apns-request-id", ChannelFixtures.requestID)])
            ]
        }
        let client = try Fixtures.client(of: server)
        var broadcast = try ChannelFixtures.broadcast()
        broadcast.id = APNSID(ChannelFixtures.requestID)
        let outcome = try await client.send(broadcast)
        #expect(outcome == .accepted(requestID: APNSID(ChannelFixtures.requestID)))
        // A notification uses the same connection and the same provider token.
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        await client.shutdown()
        let seen = server.requests.values
        try #require(seen.map(\.connection) == [0, 0])
        #expect(seen[0].header("authorization") == seen[1].header("authorization"))
        #expect(
            seen[0].headers.filter { $0.name != "authorization" }.map { "\($0.name): \($0.value)" }
                == [
                    ":method: POST", ":scheme: https", ":authority: 127.0.0.1:\(server.port)",
                    ":path: /4/broadcasts/apps/com.example.app",
                    "apns-channel-id: \(ChannelFixtures.text)", "apns-push-type: liveactivity",
                    "apns-priority: 10", "apns-expiration: 0",
                    "apns-request-id: \(ChannelFixtures.requestID)", "content-length: 64",
                ])
        #expect(seen[0].body == broadcast.body)
    }

    @Test(
        arguments: [
            (400, #"{"reason":"ChannelNotRegistered"}"#, "ChannelNotRegistered", true),
            (400, #"{"reason":"TopicDisallowed"}"#, "TopicDisallowed", true),
            (400, #"{"reason":"NeverHeardOf"}"#, "NeverHeardOf", false),
            (502, "<html>", "HTTP 502", false), (301, "", "HTTP 301", false),
        ])
    func `a rejection preserves its reason, even if the reason is unknown`(
        status: Int, body: String, reason: String, isKnown: Bool
    ) async throws {
        let outcome = try await outcome { request in
            [
                .respond(
                    stream: request.stream, status: status,
                    headers: [("apns-request-id", ChannelFixtures.requestID)],
                    body: body.isEmpty ? [] : [body])
            ]
        }
        guard case .rejected(let rejection) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(rejection.status == status)
        #expect(rejection.reason.rawValue == reason)
        #expect(rejection.requestID == APNSID(ChannelFixtures.requestID))
        #expect(rejection.hasReason == !reason.hasPrefix("HTTP"))
        #expect((rejection.reason.row != nil) == isKnown)
        let word = rejection.hasReason ? "\(status) \(reason)" : reason
        #expect(rejection.description.hasPrefix(word))
        #expect(rejection.description.contains("; ") == isKnown)
    }

    @Test func `T263: a suffix on the bundle identifier is rejected with an explanation`()
        async throws
    {
        let server = try await ScriptedServer { [.reject($0, 400, "TopicDisallowed")] }
        let client = try Fixtures.client(of: server)
        var broadcast = try ChannelFixtures.broadcast()
        broadcast.bundleID += ".push-type.liveactivity"
        guard case .rejected(let rejection) = try await client.send(broadcast) else {
            Issue.record("the broadcast was not rejected")
            return
        }
        #expect(rejection.description.contains("the bundle identifier without a suffix"))
        await client.shutdown()
    }

    @Test func `the outcome of a broadcast that may have been processed is unknown`()
        async throws
    {
        let outcome = try await outcome { [.reset(stream: $0.stream, .internalError)] }
        guard case .unknown(let unknown) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(unknown.mayHaveBeenProcessed)
    }

    @Test func `a broadcast on a refused stream is sent again with the same headers`() async throws
    {
        let server = try await ScriptedServer { request in
            request.stream == 1
                ? [.reset(stream: 1, .refusedStream)]
                : [.respond(stream: request.stream, status: 200)]
        }
        let client = try Fixtures.client(of: server)
        var broadcast = try ChannelFixtures.broadcast()
        broadcast.id = APNSID(ChannelFixtures.requestID)
        #expect(try await client.send(broadcast) == .accepted(requestID: nil))
        await client.shutdown()
        let fields = server.requests.values.map { $0.headers.map { "\($0.name): \($0.value)" } }
        #expect(fields.count == 2)
        #expect(fields.first == fields.last)
    }

    @Test func `LA-15: a body of more than 5120 bytes is sent only if the size check is off`()
        async throws
    {
        let server = try await ScriptedServer { request in
            request.body.count > 5120
                ? [.reject(request, 413, "PayloadTooLarge")]
                : [.respond(stream: request.stream, status: 200)]
        }
        let client = try Fixtures.client(of: server)
        let long = try ChannelFixtures.broadcast(byteCount: 5121)
        let error = PushRequestError.broadcastTooLong(byteCount: 5121, limit: 5120)
        await #expect(throws: error) { try await client.send(long) }
        #expect(error.description.contains("shorten it by 1"))
        let fitting = try ChannelFixtures.broadcast(byteCount: 5120)
        #expect(try await client.send(fitting) == .accepted(requestID: nil))
        await client.shutdown()
        await #expect(throws: APNSClientError.closed) { try await client.send(fitting) }

        let open = try Fixtures.client(of: server) { $0.checksPayloadSize = false }
        #expect(
            try await open.send(long)
                == .rejected(ChannelRejection(status: 413, reason: .payloadTooLarge)))
        var bad = fitting
        bad.bundleID = "no app"
        await #expect(throws: PushRequestError.badTopic("no app")) { try await open.send(bad) }
        await open.shutdown()
        #expect(server.requests.values.map(\.body.count) == [5120, 5121])
    }

    @Test(arguments: [
        (Endpoint.apple(.sandbox), "api.sandbox.push.apple.com", APNSEnvironment.sandbox),
        (.appleBroadcasts(.sandbox), "api-broadcast.sandbox.push.apple.com", .sandbox),
        (.appleBroadcasts(.production), "api-broadcast.push.apple.com", .production),
        (
            .appleChannels(.sandbox), "api-manage-broadcast.sandbox.push.apple.com:2195",
            .sandbox
        ),
        (
            .appleChannels(.production), "api-manage-broadcast.push.apple.com:2196", .production
        ),
    ])
    func `T259: each of Apple's endpoints has the documented host and port`(
        endpoint: Endpoint, authority: String, environment: APNSEnvironment
    ) {
        #expect(endpoint.authority == authority)
        #expect(endpoint.environment == environment)
    }
}
