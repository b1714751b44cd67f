// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import Subprocess
import Testing

@testable import BellhopGateway
@testable import GatewayAPNS

/// Senders that speak to the gateway as to Apple: curl and nghttp, which are not ours, and
/// Bellhop's client.
@Suite(.timeLimit(.minutes(30)))
struct SenderTests {
    @Test func `what curl sends to the endpoint goes to APNs unchanged`() async throws {
        try await SenderScene.run { scene in
            let id = "7A33E6F2-0B4C-4B57-9F0C-2D1E5B9A8C11"
            let body = #"{"aps":{"alert":{"title":"Dinner"},"sound":"default"},"id":7}"#
            let response = try await scene.curl(
                headers: [
                    "apns-push-type: alert", "apns-priority: 5", "apns-expiration: 4000000000",
                    "apns-collapse-id: dinner", "apns-id: \(id)",
                ], body: body)
            #expect(response.status == 200)
            #expect(response.headers["apns-id"] == id)
            #expect(response.body == "")
            let delivery = try await scene.ended(id)
            #expect(delivery.state == .accepted)
            #expect(delivery.environment == .production)
            let sent = try #require(scene.sender.sent.first)
            #expect(scene.sender.sent.count == 1)
            #expect(sent.body == Array(body.utf8))
            #expect(sent.deviceToken.hex == SenderScene.token)
            #expect(sent.topic.text == SenderScene.app)
            #expect(sent.pushType == .alert)
            #expect(sent.priority == .powerAware)
            #expect(sent.expiration?.epochSeconds == 4_000_000_000)
            #expect(sent.collapseID?.text == "dinner")
            #expect(sent.id?.text == id.lowercased())
        }
    }

    @Test func `without apns-id, the response has the identifier of the delivery`() async throws {
        try await SenderScene.run { scene in
            let response = try await scene.curl(to: .sandbox)
            #expect(response.status == 200)
            let delivery = try await scene.ended(response.headers["apns-id"])
            #expect(delivery.environment == .sandbox)
            #expect(scene.sender.sent.map(\.priority) == [.immediate])
        }
    }

    @Test func `a repeated request sends one notification`() async throws {
        try await SenderScene.run { scene in
            let header = "apns-id: 7a33e6f2-0b4c-4b57-9f0c-2d1e5b9a8c12"
            for _ in 0..<2 {
                let response = try await scene.curl(headers: [header])
                #expect(response.status == 200)
            }
            // With another device or another text, the request is another notification.
            let other = try await scene.curl(
                String(repeating: "cd", count: 32), headers: [header])
            #expect(other.status == 200)
            let text = try await scene.curl(headers: [header], body: #"{"aps":{"badge":1}}"#)
            #expect(text.status == 200)
            while scene.sender.sent.count < 3 {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(Set(scene.sender.sent.map(\.id)).count == 3)
            #expect(scene.sender.sent.count == 3)
        }
    }

    @Test func `a sender with an API key needs no provider token`() async throws {
        try await SenderScene.run { scene in
            let response = try await scene.curl(authorization: "bearer \(scene.apiKey)")
            #expect(response.status == 200)
            #expect(try await scene.ended(response.headers["apns-id"]).state == .accepted)
        }
    }

    @Test func `credentials that the gateway does not know are refused`() async throws {
        try await SenderScene.run(isSending: false) { scene in
            let none = try await scene.curl(authorization: "")
            #expect(none.status == 403)
            #expect(none.reason == "MissingProviderToken")
            let other = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
            let foreign = try ProviderToken(signedBy: other, issuedAt: TimeSource.system.now)
            let old = try ProviderToken(
                signedBy: scene.key, issuedAt: TimeSource.system.now - 7200)
            for (authorization, reason) in [
                (foreign.authorizationValue, "InvalidProviderToken"),
                (old.authorizationValue, "ExpiredProviderToken"),
                ("bearer bh_00000000_nothing", "InvalidProviderToken"),
                ("basic abc", "InvalidProviderToken"),
            ] {
                let response = try await scene.curl(authorization: authorization)
                #expect(response.status == 403)
                #expect(response.reason == reason)
                #expect(response.headers["bellhop-detail"]?.isEmpty == false)
            }
            // A stranger does not learn which apps exist.
            let unknown = try await scene.curl(topic: "com.example.other")
            #expect(unknown.reason == "InvalidProviderToken")
        }
    }

    @Test func `an API key without the scope or the app is refused`() async throws {
        try await SenderScene.run(isSending: false) { scene in
            let all = try await scene.gateway.authenticate(scene.apiKey)
            let reader = try await scene.gateway.createKey(
                APIKeyRequest(name: "reader", scopes: [.messagesRead]), by: all)
            let response = try await scene.curl(authorization: "bearer \(reader.key ?? "")")
            #expect(response.status == 403)
            #expect(response.reason == "Forbidden")
            let other = try await scene.curl(
                authorization: "bearer \(scene.apiKey)", topic: "com.example.other")
            #expect(other.status == 400)
            #expect(other.reason == "TopicDisallowed")
        }
    }

    @Test(
        arguments: [
            ("POST", "/3/device/", [], "MissingDeviceToken", 400),
            ("POST", "/3/device/xyz", [], "BadDeviceToken", 400),
            ("POST", "/4/broadcasts/apps/com.example.app", [], "BadPath", 404),
            ("GET", "/3/device/abcd", [], "MethodNotAllowed", 405),
            ("POST", "/3/device/abcd", ["apns-priority: 7"], "BadPriority", 400),
            ("POST", "/3/device/abcd", ["apns-id: 7"], "BadMessageId", 400),
            ("POST", "/3/device/abcd", ["apns-expiration: soon"], "BadExpirationDate", 400),
            ("POST", "/3/device/abcd", ["apns-push-type: loud"], "InvalidPushType", 400),
            ("POST", "/3/device/abcd", ["apns-push-type: voip"], "BadTopic", 400),
        ] as [(String, String, [String], String, Int)])
    func `a request that APNs would reject is rejected at once`(
        method: String, path: String, headers: [String], reason: String, status: Int
    ) async throws {
        try await SenderScene.run(isSending: false) { scene in
            let response = try await scene.curl(method: method, path: path, headers: headers)
            #expect(response.status == status)
            #expect(response.reason == reason)
        }
    }

    @Test func `an empty payload, one that is too large and a missing topic are rejected`()
        async throws
    {
        try await SenderScene.run(isSending: false) { scene in
            let large = try await scene.curl(body: String(repeating: "x", count: 4097))
            #expect(large.status == 413)
            #expect(large.reason == "PayloadTooLarge")
            let empty = try await scene.curl(body: "")
            #expect(empty.reason == "PayloadEmpty")
            #expect(try await scene.curl(topic: nil).reason == "MissingTopic")
        }
    }

    @Test func `nghttp finds no error in the connection`() async throws {
        try await SenderScene.run { scene in
            let file = scene.directory.appending(path: "body.json")
            try Data(SenderScene.body.utf8).write(to: file)
            let result = try await Subprocess.run(
                .name("nghttp"),
                arguments: .init([
                    "-nv", "--no-dep", "-d", file.path(percentEncoded: false),
                    "-H", "authorization: \(try scene.providerToken)",
                    "-H", "apns-topic: \(SenderScene.app)",
                    "https://localhost:\(try scene.port(.production))"
                        + "/3/device/\(SenderScene.token)",
                ]), output: .string(limit: 100_000))
            let output = result.standardOutput
            #expect(output.contains("[SETTINGS_MAX_CONCURRENT_STREAMS(0x03):1000]"))
            #expect(output.contains(":status: 200"))
            #expect(!output.contains("PROTOCOL_ERROR"))
        }
    }

    @Test func `Bellhop's client sends many notifications at once through the endpoint`()
        async throws
    {
        try await SenderScene.run { scene in
            let source = ProviderTokenSource(key: scene.key)
            let pem = try String(
                contentsOf: scene.directory.appending(path: "ca.pem"), encoding: .utf8)
            var configuration = APNSClient.Configuration(
                endpoint: Endpoint(host: "localhost", port: try scene.port(.production)),
                authentication: .providerToken(source), trustRoots: .pem(pem))
            // The test must also pass on a slow machine.
            configuration.requestDeadline = .seconds(1500)
            configuration.connectTimeout = .seconds(1500)
            let client = APNSClient(configuration: configuration)
            let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
                for number in 0..<200 {
                    let hex = String(repeating: "0", count: 60) + String(1000 + number)
                    let request = PushRequest(
                        deviceToken: try DeviceToken(hex: hex),
                        body: Array(SenderScene.body.utf8),
                        topic: Topic(SenderScene.app), pushType: .alert)
                    group.addTask { try await client.send(request) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            await client.shutdown()
            let accepted = outcomes.filter { if case .accepted = $0 { true } else { false } }
            #expect(accepted.count == 200)
            while scene.sender.sent.count < 200 {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(Set(scene.sender.sent.map(\.deviceToken)).count == 200)
        }
    }
}
