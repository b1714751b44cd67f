// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The client's handling of responses, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct ResponseTests {
    /// Sends one request to a server with this response.
    private func outcome(
        status: Int, headers: [(String, String)] = [], body: [String] = []
    ) async throws -> PushOutcome {
        let server = try await ScriptedServer {
            [.respond(stream: $0.stream, status: status, headers: headers, body: body)]
        }
        let client = try Fixtures.client(of: server)
        let outcome = try await client.send(Fixtures.request())
        await client.shutdown()
        await server.stop()
        return outcome
    }

    @Test func `the acceptance of a request contains both identifiers`()
        async throws
    {
        let id = "ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF"
        let outcome = try await outcome(
            status: 200, headers: [("apns-id", id), ("apns-unique-id", "u-1")])
        #expect(outcome.acceptance?.apnsID?.text == id)
        #expect(outcome.acceptance?.uniqueID == "u-1")
    }

    @Test(arguments: [
        (400, ["{\"reason\":\"BadDeviceToken\"}"], "BadDeviceToken"),
        (400, ["{\"rea", "son\":\"BadTopic\"}"], "BadTopic"),
        (400, ["{\"reason\":\"NeverHeardOf\"}"], "NeverHeardOf"),
        (413, ["{\"reason\":\"PayloadTooLarge \"}"], "PayloadTooLarge"),
    ])
    func `a rejection preserves its reason`(
        status: Int, body: [String], reason: String
    ) async throws {
        let rejection = try #require(try await outcome(status: status, body: body).rejection)
        #expect(rejection.status == status)
        #expect(rejection.reason.rawValue == reason)
        #expect(rejection.timestamp == nil)
    }

    @Test(arguments: [
        (403, []), (502, ["<html>Bad Gateway</html>"]), (204, []), (301, []), (404, ["{}"]),
        (410, [#"{"timestamp":1454948015990}"#]), (500, [String(repeating: "x", count: 5000)]),
    ])
    func `only a response with a reason or an apns-id counts as a rejection by APNs`(
        status: Int, body: [String]
    ) async throws {
        let unknown = try #require(try await outcome(status: status, body: body).noResponse)
        #expect(unknown.code == .notFromAPNs)
        #expect(unknown.status == status)
        #expect(unknown.mayHaveBeenProcessed)
        #expect(unknown.cause.hasPrefix("HTTP \(status) without a reason"))
        let id = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
        let rejection = try #require(
            try await outcome(status: status, headers: [("apns-id", id)], body: body).rejection)
        #expect(rejection.reason == Rejection.reason(forStatus: status))
        #expect(rejection.timestamp == nil)
    }

    @Test func `the timestamp of a dead token is in milliseconds`() async throws {
        let body = "{\"reason\":\"Unregistered\",\"timestamp\":1454948015990}"
        let id = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
        let rejection = try await outcome(status: 410, headers: [("apns-id", id)], body: [body])
            .rejection
        #expect(rejection?.reason == .unregistered)
        #expect(rejection?.timestamp == Date(timeIntervalSince1970: 1_454_948_015.990))
        #expect(rejection?.apnsID?.text == id)
    }

    @Test func `the request carries its headers in order and its body`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        var request = try Fixtures.request(7, id: APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427"))
        request.expiration = .oneAttempt
        request.collapseID = try CollapseID("dinner")
        _ = try await client.send(request)
        let seen = try #require(await server.requests.waitFor(1).first)
        #expect(
            seen.headers.map(\.name) == [
                ":method", ":scheme", ":authority", ":path", "authorization", "apns-topic",
                "apns-push-type",
                "apns-priority", "apns-expiration", "apns-collapse-id", "apns-id", "content-length",
            ])
        #expect(seen.header(":path") == request.path)
        #expect(seen.header(":authority") == "127.0.0.1:\(server.port)")
        #expect(seen.header("content-length") == "\(request.body.count)")
        #expect(seen.header("authorization")?.hasPrefix("bearer ey") == true)
        #expect(seen.body == request.body)
        await client.shutdown()
    }
}
