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

/// `POST /v1/reset`, with the parts that are reset.
@Suite(.timeLimit(.minutes(30)))
struct ResetTests {
    private static let push = #"{"aps":{"alert":"Hello"}}"#

    private static func id(_ number: Int) throws -> APNSID {
        try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f\(number)"))
    }

    private static func token(_ scene: ControlScene) async throws -> DeviceToken {
        let view: TokenView = try await scene.get("/v1/devices/booted/token")
        return view.token
    }

    @Test func `a reset of some parts leaves the other parts unchanged`() async throws {
        try await ControlScene.run { scene in
            let token = try await Self.token(scene)
            _ = try await scene.push(Self.push, id: Self.id(1))
            #expect(try await scene.ask(.post, "/v1/faults", #"{"fault":"cut"}"#).status == 201)
            _ = try await scene.ask(.patch, "/v1/apns/options", #"{"silence":"always"}"#)

            #expect(try await scene.ask(.post, "/v1/reset", #"{"what":"faults"}"#).status == 204)
            let faults: [FaultView] = try await scene.get("/v1/faults")
            #expect(faults.isEmpty)
            var page: RequestPage = try await scene.get("/v1/requests")
            #expect(page.requests.count == 1)

            #expect(
                try await scene.ask(.post, "/v1/reset", #"{"what":["log","options"]}"#).status
                    == 204)
            page = try await scene.get("/v1/requests")
            #expect(page.requests.isEmpty)
            let options = try await scene.ask(.get, "/v1/apns/options")
            #expect(String(decoding: options.body, as: UTF8.self).contains(#""never""#))
            #expect(try await Self.token(scene) == token)
            let phone: DeviceView = try await scene.get("/v1/devices/booted")
            #expect(phone.apps.first?.delivered.isEmpty == false)
        }
    }

    @Test func `a reset of everything returns a simulator to its initial state, with a new token`()
        async throws
    {
        try await ControlScene.run { scene in
            let token = try await Self.token(scene)
            _ = try await scene.ask(
                .post, "/v1/devices", #"{"name":"Sam","app":"com.example.shop"}"#)
            _ = try await scene.ask(.post, "/v1/faults", #"{"fault":"silence"}"#)
            #expect(try await scene.ask(.post, "/v1/reset", #"{"what":"all"}"#).status == 204)
            let phones: [DeviceView] = try await scene.get("/v1/devices")
            #expect(phones.map(\.name) == ["Alex's iPhone"])
            #expect(try await Self.token(scene) != token)
            let response = try await scene.push(Self.push, id: Self.id(1))
            guard case .accepted = response else {
                return #expect(Bool(false), "the new phone's token works: \(response)")
            }
            let page: RequestPage = try await scene.get("/v1/requests")
            #expect(page.requests.map(\.app) == ["dev.bellhop.demo"])
        }
    }

    @Test func `a reset of the store removes the push that is stored for an offline phone`()
        async throws
    {
        try await ControlScene.run { scene in
            let actions = "/v1/devices/booted/actions"
            _ = try await scene.ask(.post, actions, #"{"action":"offline"}"#)
            _ = try await scene.push(Self.push, id: Self.id(1))
            #expect(try await scene.ask(.post, "/v1/reset", #"{"what":"store"}"#).status == 204)
            _ = try await scene.ask(.post, actions, #"{"action":"online"}"#)
            let phone: DeviceView = try await scene.get("/v1/devices/booted")
            #expect(phone.apps.first?.delivered.isEmpty == true)
            let page: RequestPage = try await scene.get("/v1/requests")
            #expect(page.requests.first?.note.contains("reset") == true)
        }
    }

    @Test(arguments: ["[]", #"{"what":"everything"}"#, #"{"what":[]}"#, #"{"parts":"all"}"#, "{"])
    func `a reset of an unknown part is rejected with a problem`(body: String) async throws {
        try await ControlScene.run { scene in
            let problem = try await scene.ask(.post, "/v1/reset", body).problem(.badRequest)
            #expect(problem.detail.contains("what"))
        }
    }
}
