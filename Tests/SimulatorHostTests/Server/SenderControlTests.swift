// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import SimulatorHost

/// Keys and apps in the control API.
@Suite(.timeLimit(.minutes(30)))
struct SenderControlTests {
    private static let push = #"{"aps":{"alert":"Hello"}}"#

    private static func json(_ members: JSONObject) -> String {
        JSONWriter.text(.object(members))
    }

    /// Sends a push with the key to a new light device of the app, and returns the reason of a
    /// rejection.
    private func reason(
        _ scene: ControlScene, key: ProviderKey, app: String, environment: String = "sandbox"
    ) async throws -> RejectionReason? {
        let response = try await scene.ask(
            .post, "/v1/fleet",
            Self.json([
                "count": 1, "app": .string(app), "environment": .string(environment),
            ]))
        let device = try ControlJSON.decode(FleetDevice.self, from: response.body)
        let outcome = try await scene.push(
            Self.push, id: try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7e1")),
            to: TokenView(
                token: device.token, bundleID: device.app, environment: device.environment,
                family: .app), key: key)
        switch outcome {
        case .accepted: return nil
        case .rejected(let rejection): return rejection.reason
        default:
            Issue.record("\(outcome)")
            return nil
        }
    }

    private func register(
        _ scene: ControlScene, _ key: ProviderKey, _ more: JSONObject = [:]
    ) async throws {
        var body: JSONObject = [
            "key_id": .string(key.keyID), "team_id": .string(key.teamID),
            "p8": .string(key.p8Text),
        ]
        for member in more.members { body[member.key] = member.value }
        let response = try await scene.ask(.post, "/v1/apns/keys", Self.json(body))
        #expect(response.status == 201, "\(String(decoding: response.body, as: UTF8.self))")
    }

    @Test func `a key is registered, used, listed and removed`() async throws {
        try await ControlScene.run { scene in
            let key = try ProviderKey.generate(keyID: "KEYOFTEAM1", teamID: "TEAM123456")
            let app = try await scene.ask(
                .post, "/v1/apns/apps", #"{"bundle_id":"com.example.a","team_id":"TEAM123456"}"#)
            #expect(app.status == 201)
            #expect(
                try await reason(scene, key: key, app: "com.example.a") == .invalidProviderToken)
            try await register(scene, key)
            #expect(try await reason(scene, key: key, app: "com.example.a") == nil)
            let keys: [SenderKeyView] = try await scene.get("/v1/apns/keys")
            #expect(keys.map(\.keyID) == ["KEYOFTEAM1", "SIMULATOR1"])
            #expect(keys[0].environment == "both" && keys[0].topics == nil)
            #expect(try await scene.ask(.delete, "/v1/apns/keys/KEYOFTEAM1").status == 204)
            _ = try await scene.ask(.delete, "/v1/apns/keys/KEYOFTEAM1").problem(.notFound)
            #expect(
                try await reason(scene, key: key, app: "com.example.a") == .invalidProviderToken)
        }
    }

    @Test func `a key is limited to topics and to an environment`() async throws {
        try await ControlScene.run { scene in
            let key = try ProviderKey.generate(keyID: "KEYOFTEAM1", teamID: "BELLHOPDEV")
            try await register(scene, key, ["topics": ["com.example.a"]])
            #expect(try await reason(scene, key: key, app: "com.example.a") == nil)
            #expect(try await reason(scene, key: key, app: "com.example.b") == .topicDisallowed)
            try await register(scene, key, ["environment": "sandbox"])
            #expect(try await reason(scene, key: key, app: "com.example.b") == nil)
            #expect(
                try await reason(scene, key: key, app: "com.example.b", environment: "production")
                    == RejectionReason(rawValue: "BadEnvironmentKeyInToken"))
        }
    }

    @Test func `an app without Push Notifications gets no token, and pushes to it are rejected`()
        async throws
    {
        try await ControlScene.run { scene in
            #expect(try await reason(scene, key: scene.key, app: "com.example.a") == nil)
            let changed: SenderApp = try await scene.ask(
                .post, "/v1/apns/apps",
                #"{"bundle_id":"com.example.a","team_id":"BELLHOPDEV","push":false}"#
            ).decode()
            #expect(changed.push == false && changed.broadcast == true)
            let token = try await scene.host.token(of: nil, app: nil, family: .app)
            let outcome = try await scene.push(
                Self.push, id: try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7e2")),
                to: TokenView(
                    token: token.token, bundleID: "com.example.a", environment: .sandbox,
                    family: .app))
            guard case .rejected(let rejection) = outcome else {
                return #expect(Bool(false), "\(outcome)")
            }
            #expect(rejection.reason == .topicDisallowed)
            let report: [DeliveryReport] = try await scene.get("/v1/deliveries?limit=1")
            #expect(report.first?.note.contains("Push Notifications") == true)
            let refused = try await scene.ask(
                .post, "/v1/fleet", #"{"count":1,"app":"com.example.a"}"#
            ).problem(.badRequest)
            #expect(refused.detail.contains("Push Notifications"))
        }
    }

    @Test(arguments: [
        ("/v1/apns/keys", "{}", "\"key_id\" is missing"),
        ("/v1/apns/keys", #"{"key_id":"A","team_id":"TEAM123456","p8":"x"}"#, "not a key ID"),
        (
            "/v1/apns/keys", #"{"key_id":"KEYOFTEAM1","team_id":"TEAM123456"}"#,
            "either \"public_key\""
        ),
        (
            "/v1/apns/keys", #"{"key_id":"KEYOFTEAM1","team_id":"TEAM123456","p8":"x"}"#,
            "BEGIN PRIVATE KEY"
        ),
        (
            "/v1/apns/keys",
            #"{"key_id":"KEYOFTEAM1","team_id":"TEAM123456","p8":"x","environment":"moon"}"#,
            "sandbox, production or both"
        ),
        (
            "/v1/apns/keys",
            #"{"key_id":"KEYOFTEAM1","team_id":"TEAM123456","p8":"x","topics":[]}"#,
            "list of bundle identifiers"
        ),
        ("/v1/apns/apps", #"{"bundle_id":"com.example.a","team_id":"x"}"#, "ten capital letters"),
        (
            "/v1/apns/apps", #"{"bundle_id":"no app","team_id":"TEAM123456"}"#,
            "not a bundle identifier"
        ),
        (
            "/v1/apns/apps", #"{"bundle_id":"dev.bellhop.demo","team_id":"TEAM123456"}"#,
            "already belongs to team BELLHOPDEV"
        ),
    ])
    func `a key or an app that cannot be registered is rejected with a problem`(
        path: String, body: String, part: String
    )
        async throws
    {
        try await ControlScene.run { scene in
            let problem = try await scene.ask(.post, path, body).problem(.badRequest)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }
}
