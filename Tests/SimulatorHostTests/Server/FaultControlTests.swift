// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import SimulatorHost

/// Injected faults and received requests in the control API.
@Suite(.timeLimit(.minutes(30)))
struct FaultControlTests {
    private static func id(_ number: Int) throws -> APNSID {
        try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f\(number)"))
    }

    @Test func `a fault with a count of 1 rejects one push, and the next push is accepted`()
        async throws
    {
        try await ControlScene.run { scene in
            let added = try await scene.ask(
                .post, "/v1/faults",
                #"{"fault":"status","status":503,"reason":"ServiceUnavailable","count":1}"#)
            #expect(added.status == 201)
            let fault: FaultView = try added.decode()
            #expect(fault.id == 1 && fault.remaining == 1 && fault.affected == 0)
            #expect(fault.fault.objectValue?["reason"]?.stringValue == "ServiceUnavailable")
            let list: [FaultView] = try await scene.get("/v1/faults")
            #expect(list == [fault])
            let push = #"{"aps":{"alert":"Hello"}}"#
            guard case .rejected(let rejection) = try await scene.push(push, id: Self.id(1)) else {
                return #expect(Bool(false), "the fault has to reject the push")
            }
            #expect(rejection.status == 503)
            #expect(rejection.reason == .serviceUnavailable)
            guard case .accepted = try await scene.push(push, id: Self.id(2)) else {
                return #expect(Bool(false), "the fault has ended")
            }
            let rest: [FaultView] = try await scene.get("/v1/faults")
            #expect(rest.isEmpty)
        }
    }

    @Test func `a fault can be ended by its name, by its number, and with all others`() async throws
    {
        try await ControlScene.run { scene in
            for name in ["a", "b", "c"] {
                let made = try await scene.ask(
                    .post, "/v1/faults", #"{"fault":"silence","name":"\#(name)"}"#)
                #expect(made.status == 201)
            }
            #expect(try await scene.ask(.delete, "/v1/faults/b").status == 204)
            #expect(try await scene.ask(.delete, "/v1/faults/1").status == 204)
            let rest: [FaultView] = try await scene.get("/v1/faults")
            #expect(rest.map(\.id) == [3])
            _ = try await scene.ask(.delete, "/v1/faults/b").problem(.notFound)
            #expect(try await scene.ask(.delete, "/v1/faults").status == 204)
            let none: [FaultView] = try await scene.get("/v1/faults")
            #expect(none.isEmpty)
        }
    }

    @Test(arguments: [
        ("[]", "must be a JSON object"), ("{", "must be a JSON object"),
        (#"{"fault":"status","status":503,"times":3}"#, "there is no key \"times\""),
        (#"{"fault":"explode"}"#, "status, latency, silence"), (#"{"status":503}"#, "\"fault\""),
        (#"{"fault":"status","status":200}"#, "from 400 to 599"),
        (#"{"fault":"status","status":503,"window":8}"#, "does not support \"window\""),
        (#"{"fault":"latency","min_milliseconds":8}"#, "a delay is \"milliseconds\""),
    ])
    func `the error for an invalid fault says what to write`(body: String, part: String)
        async throws
    {
        try await ControlScene.run { scene in
            let problem = try await scene.ask(.post, "/v1/faults", body).problem(.badRequest)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }

    @Test func `requests are found by what was sent and by the response`() async throws {
        try await ControlScene.run { scene in
            _ = try await scene.push(#"{"aps":{"alert":"Hello"},"order":7}"#, id: Self.id(1))
            _ = try await scene.push(
                #"{"aps":{"content-available":1}}"#, id: Self.id(2), priority: .powerAware,
                pushType: .background)
            _ = try await scene.push("{", id: Self.id(3))
            let all: RequestPage = try await scene.get("/v1/requests")
            #expect(all.requests.map(\.apnsID) == [try Self.id(1), try Self.id(2), try Self.id(3)])
            #expect(all.requests.map(\.sequence) == [1, 2, 3] && all.next == 3)
            #expect(all.requests[0].payload?.objectValue?["order"]?.intValue == 7)
            #expect(all.requests[0].headers["apns-push-type"] == "alert")
            #expect(all.requests[0].headers["authorization"] == nil)
            #expect(all.requests[2].payload == nil && all.requests[2].text == "{")
            let token: TokenView = try await scene.get("/v1/devices/booted/token")
            for (query, numbers) in [
                ("push_type=background", [2]), ("app=\(token.bundleID)", [1, 2, 3]),
                ("app=com.example.none", []), ("token=\(token.token.hex)&limit=2", [1, 2]),
                ("after=1&limit=1", [2]), ("newest=true&limit=2", [2, 3]),
                ("newest=false&limit=2", [1, 2]), ("apns_id=\(try Self.id(3).text)", [3]),
                (
                    "status=200&environment=sandbox",
                    all.requests.filter { $0.status == 200 }.map(\.sequence)
                ),
                ("environment=production", []), ("reason=Unregistered", []),
            ] {
                let page: RequestPage = try await scene.get("/v1/requests?\(query)")
                #expect(page.requests.map(\.sequence) == numbers, "\(query)")
            }
            #expect(
                try await !String(decoding: scene.ask(.get, "/v1/requests").body, as: UTF8.self)
                    .contains(token.token.hex))
        }
    }

    @Test func `a query waits until the requested number of requests has arrived`() async throws {
        try await ControlScene.run { scene in
            async let page: RequestPage = scene.get("/v1/requests?count=2&wait=30")
            _ = try await scene.push(#"{"aps":{"alert":"1"}}"#, id: Self.id(1))
            _ = try await scene.push(#"{"aps":{"alert":"2"}}"#, id: Self.id(2))
            #expect(try await page.requests.count == 2)
            let none: RequestPage = try await scene.get("/v1/requests?after=2")
            #expect(none.requests.isEmpty && none.next == 2)
        }
    }

    @Test(arguments: [
        ("newest=yes", "newest must be true or false"),
        ("tokens=1", "there is no parameter \"tokens\""), ("status=x", "status must be"),
        ("apns_id=1", "apns_id must be a UUID"),
        ("push_type=bananas", "push_type must be one of"),
        ("token=zz", "token must be"), ("count=0", "count must be a number from 1"),
        ("wait=31", "wait must be a number from 0 to 30"),
    ])
    func `the error for an invalid query says what is valid`(query: String, part: String)
        async throws
    {
        try await ControlScene.run { scene in
            let problem = try await scene.ask(.get, "/v1/requests?\(query)").problem(.badRequest)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }
}
