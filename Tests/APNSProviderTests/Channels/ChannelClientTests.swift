// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOHTTP2
import Simulation
import Testing

@testable import APNSProvider

/// Managing channels over sockets with a scripted server.
@Suite(.timeLimit(.minutes(30)))
struct ChannelClientTests {
    private static let app = ChannelFixtures.app

    /// The error of an operation with a server that has this script; `nil` if the operation
    /// succeeds.
    private func failure(
        _ operation: ChannelRequest.Operation, _ script: @escaping ScriptedServer.Script
    ) async throws -> APNSChannelError? {
        let server = try await ScriptedServer(script: script)
        let channels = try ChannelFixtures.client(of: server)
        var failure: APNSChannelError?
        do throws(APNSChannelError) {
            switch operation {
            case .create(let storage):
                _ = try await channels.create(storing: storage, bundleID: Self.app)
            case .read(let channel): _ = try await channels.read(channel, bundleID: Self.app)
            case .list: _ = try await channels.list(bundleID: Self.app)
            case .delete(let channel): try await channels.delete(channel, bundleID: Self.app)
            }
        } catch { failure = error }
        await channels.shutdown()
        await server.stop()
        return failure
    }

    @Test func `T259: channels are created, read, listed and deleted`() async throws {
        let server = try await ScriptedServer { request in
            let stream = request.stream
            let isList = request.header(":path")?.hasSuffix("/all-channels") == true
            return switch request.header(":method") {
            case "POST":
                [
                    .respond(
                        stream: stream, status: 201,
                        headers: [("apns-channel-id", ChannelFixtures.text)])
                ]
            case "DELETE": [.respond(stream: stream, status: 204)]
            default:
                [
                    .respond(
                        stream: stream, status: 200,
                        body: [
                            isList
                                ? "{\"channels\":[\"\(ChannelFixtures.text)\"]}"
                                : #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
                        ])
                ]
            }
        }
        let channels = try ChannelFixtures.client(of: server)
        let id = try #require(APNSID(ChannelFixtures.requestID))
        let channel = try await channels.create(
            storing: .mostRecent, bundleID: Self.app, requestID: id)
        #expect(channel.text == ChannelFixtures.text)
        #expect(try await channels.read(channel, bundleID: Self.app) == .mostRecent)
        #expect(try await channels.list(bundleID: Self.app) == [channel])
        try await channels.delete(channel, bundleID: Self.app)
        await channels.shutdown()
        let seen = server.requests.values
        #expect(seen.map { $0.header("apns-request-id") } == [id.text, nil, nil, nil])
        #expect(
            seen.map { $0.header("apns-channel-id") } == [nil, channel.text, nil, channel.text])
        // All requests use one connection and one provider token.
        #expect(Set(seen.map(\.connection)) == [0])
        #expect(Set(seen.map { $0.header("authorization") }).count == 1)
        #expect(
            String(decoding: seen[0].body, as: UTF8.self)
                == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        #expect(seen.dropFirst().allSatisfy { $0.body.isEmpty })
    }

    @Test func `T266: the list of an app with 10,000 channels is read whole`() async throws {
        var generator = SeededGenerator(seed: 266)
        let all = (0..<10_000).map { _ in ChannelID.random(using: &generator) }
        let text = String(decoding: ChannelBody.list(all), as: UTF8.self)
        let pieces = stride(from: 0, to: text.utf8.count, by: 10_007).map { start in
            String(text.dropFirst(start).prefix(10_007))
        }
        let server = try await ScriptedServer {
            [.respond(stream: $0.stream, status: 200, body: pieces)]
        }
        let channels = try ChannelFixtures.client(of: server)
        #expect(try await channels.list(bundleID: Self.app) == all)
        await channels.shutdown()
    }

    @Test(arguments: [
        ([], "not a list"), (["{}"], "not a list"), ([#"{"channels":["AA==""#], "not a list"),
        ([#"{"channels":["AA==","%%"]}"#], "not a list"),
        (
            [String(repeating: " ", count: 600_000), String(repeating: " ", count: 600_000)],
            "not a"
        ),
    ])
    func `a list that is invalid or too long is an error`(
        body: [String], phrase: String
    ) async throws {
        let failure = try await failure(.list) {
            [.respond(stream: $0.stream, status: 200, body: body)]
        }
        guard case .invalidResponse(let text) = try #require(failure).cause else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(text.contains(phrase))
        #expect(failure?.isSafeToRepeat == true)
    }

    @Test(
        arguments: [
            (400, "ChannelNotRegistered", "the channel does not exist"),
            (400, "CannotCreateChannelConfig", "delete the channels of past events"),
            (400, "FeatureNotEnabled", "Broadcast capability"),
            (404, "BadPath", "manage channels use another port"),
            (400, "NeverHeardOf", "400 NeverHeardOf"),
            (503, "Service Unavailable", "503 Service"),
        ])
    func `a rejection describes its reason and remedy`(
        status: Int, reason: String, phrase: String
    ) async throws {
        for operation in [.create(.none), .delete(try ChannelFixtures.channel())]
            as [ChannelRequest.Operation]
        {
            let failure = try #require(
                try await failure(operation) { [.reject($0, status, reason)] })
            guard case .rejected(let rejection) = failure.cause else {
                Issue.record("\(failure)")
                return
            }
            #expect(rejection.status == status)
            #expect(rejection.reason.rawValue == RejectionReason(rawValue: reason).rawValue)
            #expect(failure.description.contains(phrase), "\(failure)")
            #expect(failure.isSafeToRepeat)
        }
    }

    @Test func `a creation whose response was lost is not safe to repeat`() async throws {
        let channel = try ChannelFixtures.channel()
        let losses: [(String, ScriptedServer.Script)] = [
            ("reset", { [.reset(stream: $0.stream, .internalError)] }),
            ("closed", { _ in [.close] }),
            ("no identifier", { [.respond(stream: $0.stream, status: 201)] }),
            (
                "no base64",
                {
                    [
                        .respond(
                            stream: $0.stream, status: 201,
                            headers: [("apns-channel-id", "%")])
                    ]
                }
            ), ("a gateway", { [.respond(stream: $0.stream, status: 504, body: ["<html>"])] }),
        ]
        for (name, script) in losses {
            let failure = try #require(try await failure(.create(.none), script), "\(name)")
            #expect(!failure.isSafeToRepeat, "\(name)")
            #expect(failure.description.hasSuffix("list the channels before creating another"))
            // A deletion can be repeated without harm, whatever its result was.
            let deletion = try await self.failure(.delete(channel), script)
            let isSuccess = deletion == nil && name.hasPrefix("no ")
            #expect(deletion?.isSafeToRepeat ?? isSuccess, "\(name)")
        }
    }

    @Test func `a creation without a response may have been processed`()
        async throws
    {
        let server = try await ScriptedServer { _ in [] }
        let clock = VirtualClock(now: TimeSource.system.now)
        let channels = try ChannelFixtures.client(of: server, clock: clock)
        let response = Task { try await channels.create(storing: .none, bundleID: Self.app) }
        await server.requests.waitFor(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(15))
        let failure = await #expect(throws: APNSChannelError.self) { _ = try await response.value }
        guard case .noResponse(let unknown)? = failure?.cause else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(unknown.mayHaveBeenProcessed)
        #expect(failure?.isSafeToRepeat == false)
        #expect(server.requests.count == 1)
        await channels.shutdown()
    }

    @Test func `a request that was never sent is safe to repeat`() async throws {
        let server = try await ScriptedServer { _ in [] }
        let channels = try ChannelFixtures.client(of: server)
        await #expect(throws: APNSChannelError(.create(.none), .badBundleID("no app"))) {
            try await channels.create(storing: .none, bundleID: "no app")
        }
        await channels.shutdown()
        let failure = await #expect(throws: APNSChannelError(.create(.none), .closed)) {
            try await channels.create(storing: .none, bundleID: Self.app)
        }
        #expect(failure?.isSafeToRepeat == true)
        #expect(server.requests.count == 0)
        let port = server.port
        await server.stop()

        // No server is listening any more.
        let disconnected = APNSChannelClient(
            configuration: .init(
                endpoint: Endpoint(host: "127.0.0.1", port: port),
                authentication: .providerToken(try Fixtures.tokenSource())))
        let unsent = await #expect(throws: APNSChannelError.self) {
            try await disconnected.create(storing: .none, bundleID: Self.app)
        }
        #expect(unsent?.isSafeToRepeat == true)
        #expect(unsent?.description.contains("cannot connect") == true, "\(unsent as Any)")
        await disconnected.shutdown()
    }

    @Test func `a channel client and a push client can share a provider token`() async throws {
        let tokens = try Fixtures.tokenSource()
        let script: ScriptedServer.Script = { request in
            [
                .respond(
                    stream: request.stream, status: 200,
                    headers: [("apns-channel-id", ChannelFixtures.text)])
            ]
        }
        let pushes = try await ScriptedServer(script: script)
        let management = try await ScriptedServer(script: script)
        let client = try Fixtures.client(of: pushes, tokens: tokens)
        let channels = try ChannelFixtures.client(of: management, tokens: tokens)
        let channel = try await channels.create(storing: .none, bundleID: Self.app)
        var broadcast = try ChannelFixtures.broadcast()
        broadcast.channelID = channel
        #expect(try await client.send(broadcast) == .accepted(requestID: nil))
        await client.shutdown()
        await channels.shutdown()
        let token = management.requests.values.first?.header("authorization")
        #expect(token?.hasPrefix("bearer ") == true)
        #expect(pushes.requests.values.first?.header("authorization") == token)
    }
}
