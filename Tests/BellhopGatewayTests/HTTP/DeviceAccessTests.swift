// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Logging
import Simulation
import Testing

/// Who may do what under `/v1/device`.
@Suite(.timeLimit(.minutes(30)))
struct DeviceAccessTests {
    private static let path = "/v1/device/installations/i1"
    private static let routes: [(HTTPRequest.Method, String)] = [
        (.put, path), (.delete, path), (.get, path + "/messages"), (.post, path + "/receipts"),
    ]

    @Test func `every call needs the client key and the installation's secret`() async throws {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            let body = String(
                decoding: try GatewayJSON.encode(DeviceScene.registration()), as: UTF8.self)
            let other = String(repeating: "x", count: 40)
            for (method, path) in Self.routes {
                let text =
                    switch method {
                    case .put: body
                    case .post: #"{"receipts":[]}"#
                    default: nil as String?
                    }
                for (key, secret, status, code) in [
                    ("", DeviceScene.secret, 401, "key_missing"),
                    ("bhc_wrong", DeviceScene.secret, 401, "key_unknown"),
                    (device.http.scene.keyText, DeviceScene.secret, 401, "key_unknown"),
                    (nil, "", 401, "installation_secret_missing"),
                    (nil, "short", 401, "installation_secret_missing"),
                    (nil, other, 403, "installation_secret_wrong"),
                ] as [(String?, String, Int, String)] {
                    let response = try await device.ask(
                        method, path, text, key: key, secret: secret)
                    #expect(response.status == status, "\(method) \(path) \(code)")
                    #expect(try response.problem().code == code, "\(method) \(path)")
                    #expect(!response.text.contains(other))
                }
            }
            #expect(try await device.messages().messages.isEmpty)
        }
    }

    @Test func `a client key permits only the device calls of its own app`() async throws {
        try await DeviceScene.run { device in
            let bearer = "Bearer \(device.clientKey)"
            for path in [
                "/v1/apps", "/v1/apps/com.example.app", "/v1/installations", "/v1/messages/a",
            ] {
                let response = try await device.http.ask(.get, path, authorization: bearer)
                #expect(response.status == 401)
                #expect(try response.problem().detail.contains("client key"), "\(path)")
            }
            let two = try await device.http.scene.gateway.putApp(
                bundleID: "com.example.two", name: "Two", userProof: .off)
            try #require(try await device.register().status == 200)
            let body = try GatewayJSON.encode(DeviceScene.registration())
            let other = try await device.ask(
                .put, Self.path, String(decoding: body, as: UTF8.self), key: two.clientKey)
            #expect(try other.problem().code == "client_key_of_other_app")
            for (method, path) in Self.routes.dropFirst() {
                let response = try await device.ask(
                    method, path, method == .post ? #"{"receipts":[]}"# : nil, key: two.clientKey)
                #expect(response.status == 404, "\(method) \(path)")
            }
        }
    }

    @Test func `an app cannot read messages from before it registered the installation itself`()
        async throws
    {
        try await DeviceScene.run { device in
            try await device.http.scene.register()
            let response = try await device.ask(.get, Self.path + "/messages")
            #expect(try response.problem().code == "installation_secret_wrong")
            _ = try await device.http.curl("/v1/users/alex/messages", "before")
            #expect(try await device.register().status == 200)
            #expect(try await device.messages().messages.isEmpty)
        }
    }

    @Test func `after a rotation, the previous client key stays valid until the next rotation`()
        async throws
    {
        try await DeviceScene.run { device in
            let path = "/v1/apps/com.example.app/client-key"
            let first = try await device.http.ask(.post, path).decode(AppResource.self)
            let key = try #require(first.clientKey)
            #expect(key != device.clientKey)
            #expect(first.identitySecret == nil)
            try #require(try await device.register().status == 200)
            #expect(try await device.ask(.get, Self.path + "/messages", key: key).status == 200)
            _ = try await device.http.ask(.post, path)
            #expect(try await device.ask(.get, Self.path + "/messages", key: key).status == 200)
            #expect(try await device.ask(.get, Self.path + "/messages").status == 401)
            #expect(
                try await device.http.ask(.post, "/v1/apps/com.example.none/client-key").status
                    == 404)
        }
    }

    @Test func `a user must be proven with the app's current or previous identity secret`()
        async throws
    {
        try await DeviceScene.run(userProof: .required) { device in
            let path = "/v1/apps/com.example.app/identity-secret"
            let app = try await device.http.ask(.post, path).decode(AppResource.self)
            let secret = try #require(app.identitySecret)
            func status(_ user: String?, _ proof: String?) async throws -> (Int, String?) {
                let response = try await device.register(
                    DeviceScene.registration(user: user, proof: proof))
                return (
                    response.status, response.status == 200 ? nil : try response.problem().code
                )
            }
            let proof = UserProof(
                user: "alex", app: "com.example.app", identitySecret: secret
            ).text
            #expect(try await status("alex", nil) == (403, "user_proof_missing"))
            #expect(try await status("alex", "v1=00") == (403, "user_proof_wrong"))
            #expect(try await status("bo", proof) == (403, "user_proof_wrong"))
            let gone = try await device.ask(.get, Self.path + "/messages")
            #expect(gone.status == 404, "a refused registration stores nothing")
            #expect(try await status(nil, nil) == (200, nil))
            #expect(try await status("alex", proof) == (200, nil))
            _ = try await device.http.ask(.post, path)
            #expect(try await status("alex", proof) == (200, nil))
            _ = try await device.http.ask(.post, path)
            #expect(try await status("alex", proof) == (403, "user_proof_wrong"))
            let off = try await device.http.ask(
                .put, "/v1/apps/com.example.app", #"{"name":"Example","user_proof":"off"}"#)
            #expect(try off.decode(AppResource.self).userProof == .off)
            #expect(try await status("bo", nil) == (200, nil))
        }
    }

    @Test func `an installation that makes too many calls gets 429 and has to wait`() async throws {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            for _ in 1..<GatewayLimits.deviceCallBurstMax { _ = try await device.messages() }
            let response = try await device.ask(.get, Self.path + "/messages")
            #expect(response.status == 429)
            #expect(try response.problem().code == "too_many_calls")
            #expect(response.headers[.retryAfter] == "60")
            device.http.scene.clock.advance(by: .seconds(60))
            #expect(try await device.messages().messages.isEmpty)
        }
    }

    @Test func `calls with a wrong secret do not use up the calls of the installation`()
        async throws
    {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            let wrong = String(repeating: "stranger", count: 5)
            for _ in 0...GatewayLimits.deviceCallBurstMax {
                let response = try await device.ask(.get, Self.path + "/messages", secret: wrong)
                #expect([403, 429].contains(response.status))
            }
            #expect(try await device.messages().messages.isEmpty)
        }
    }

    @Test func `no secret, proof, key or token of an app's calls is shown or logged`() async throws
    {
        let handler = CapturingLogHandler()
        let logger = Logger(label: "test") { _ in handler }
        try await DeviceScene.run(userProof: .required, logger: logger) { device in
            let app = try await device.http.ask(
                .post, "/v1/apps/com.example.app/identity-secret"
            ).decode(AppResource.self)
            let identity = try #require(app.identitySecret)
            let proof = UserProof(user: "alex", app: "com.example.app", identitySecret: identity)
            var shown: [String] = []
            for text in [nil, "v1=00", proof.text] {
                let response = try await device.register(
                    DeviceScene.registration(user: "alex", proof: text))
                shown.append(response.text)
            }
            for (key, secret) in [
                (device.clientKey, "another-secret-of-the-same-length-or-so"),
                (device.clientKey + "x", DeviceScene.secret),
                (device.clientKey, DeviceScene.secret),
            ] {
                let page = try await device.ask(
                    .get, Self.path + "/messages", key: key, secret: secret)
                shown += [page.text, "\(page.headers)"]
            }
            shown.append(try await device.http.ask(.get, "/v1/installations/i1").text)
            let all = (shown + handler.lines).joined(separator: "\n")
            #expect(all.contains("\"id\":\"i1\""))
            for secret in [
                DeviceScene.secret, "another-secret", device.clientKey, identity, proof.text,
                GatewayScene.tokenHex,
            ] {
                #expect(!all.contains(secret))
            }
        }
    }

    @Test func `a device call with a body over the limit is rejected with 413`() async throws {
        try await DeviceScene.run { device in
            let body = String(repeating: " ", count: GatewayLimits.deviceBodyByteCountMax + 1)
            let response = try await device.ask(.put, Self.path, body)
            #expect(response.status == 413)
        }
    }

    @Test func `the response to a wrong method lists the allowed methods`() async throws {
        try await DeviceScene.run { device in
            for (path, allow) in [
                (Self.path, "DELETE, PUT"), (Self.path + "/messages", "GET"),
                (Self.path + "/receipts", "POST"),
            ] {
                let response = try await device.ask(.patch, path)
                #expect(response.status == 405)
                #expect(response.headers[.allow] == allow)
            }
        }
    }
}
