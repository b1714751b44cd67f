// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import LiveServing
import Testing

@testable import SimulatorHost

/// The requests of senders as server-sent events, over a socket.
@Suite(.timeLimit(.minutes(30)))
struct RequestStreamTests {
    private static func id(_ number: Int) throws -> APNSID {
        try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f\(number)"))
    }

    /// The data of the events in a response.
    private static func requests(_ body: String) throws -> [RequestReport] {
        try body.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map {
            try ControlJSON.decode(RequestReport.self, from: Data($0.dropFirst(6).utf8))
        }
    }

    @Test func `a stream contains the requests before and after its start, in order`() async throws
    {
        try await ControlScene.run { scene in
            try await LiveServer.run(ControlServer.router(scene.host)) { server in
                _ = try await scene.push(#"{"aps":{"alert":"1"}}"#, id: Self.id(1))
                async let reply = server.get("/v1/requests/stream?push_type=alert&count=2")
                _ = try await scene.push(
                    #"{"aps":{"content-available":1}}"#, id: Self.id(2),
                    priority: .powerAware, pushType: .background)
                _ = try await scene.push(#"{"aps":{"alert":"3"}}"#, id: Self.id(3))
                let response = try await reply
                #expect(response.contentType == "text/event-stream")
                let body = response.body
                #expect(body.hasPrefix("retry: 1000\n\n"))
                #expect(body.contains("id: 3\nevent: request\ndata: {"))
                let found = try Self.requests(body)
                #expect(found.map(\.apnsID) == [try Self.id(1), try Self.id(3)])
                #expect(
                    found.first?.payload?.objectValue?["aps"]?.objectValue?["alert"]?.stringValue
                        == "1")
                #expect(found.first?.headers["apns-push-type"] == "alert")

                let last = try #require(HTTPField.Name("last-event-id"))
                let rest = try await server.get(
                    "/v1/requests/stream?count=1", headers: [last: "2"])
                #expect(try Self.requests(rest.body).map(\.sequence) == [3])
            }
        }
    }

    @Test(arguments: ["wait=1", "limit=1", "status=x"])
    func `an invalid parameter is refused`(query: String) async throws {
        try await ControlScene.run { scene in
            _ = try await scene.ask(.get, "/v1/requests/stream?\(query)").problem(.badRequest)
        }
    }
}
