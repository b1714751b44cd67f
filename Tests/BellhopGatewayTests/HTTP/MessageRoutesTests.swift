// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import GatewayTesting
import HTTPTypes
import Simulation
import Testing

@Suite(.timeLimit(.minutes(30)))
struct MessageRoutesTests {
    private let path = "/v1/users/alex/messages"

    @Test func `what curl sends with -d becomes the text of an alert`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let response = try await http.curl(path, "Dinner is ready & 50% off + more")
            #expect(response.status == 202)
            let message = try response.decode(MessageResource.self)
            #expect(message.app == GatewayScene.app)
            #expect(message.deliveryCount == 1)
            let delivery = try #require(message.deliveries.first)
            #expect(delivery.state == .queued)
            #expect(delivery.installation == "i1")
            #expect(delivery.apnsID.text == delivery.id)
            #expect(message.inferred?.map(\.header).contains("apns-push-type") == true)
            let payload = try await http.claimedPayload()
            #expect(
                payload
                    == Payload(
                        aps: APS(alert: .text("Dinner is ready & 50% off + more")),
                        custom: ["message_id": .string(message.id)]))
            #expect(message.carriesID)
        }
    }

    @Test(arguments: [
        "application/x-www-form-urlencoded", "application/json", nil,
        "application/json; charset=utf-8",
    ])
    func `a JSON form is recognized with and without a JSON content type`(_ type: String?)
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let body =
                #" {"title":"Alex","body":"Ship it?","badge":3,"thread_id":"t","url":"app://x","#
                + #""data":{"n":1.10}}"#
            let response = try await http.ask(.post, path, body, type: type)
            #expect(response.status == 202, "\(response.text)")
            let payload = try await http.claimedPayload()
            #expect(payload.aps?.alert == Alert(title: "Alex", body: "Ship it?"))
            #expect(payload.aps?.badge == 3)
            #expect(payload.aps?.threadID == "t")
            #expect(payload.custom["url"] == "app://x")
            #expect(JSONWriter.text(payload.custom["n"] ?? .null) == "1.10")
        }
    }

    @Test func `text that begins with a brace is an alert's text if its type is text/plain`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            #expect(try await http.ask(.post, path, "{not json", type: "text/plain").status == 202)
            #expect(try await http.claimedPayload().aps?.alert == .text("{not json"))
        }
    }

    @Test func `a full payload keeps its bytes and gets an identifier, and the query sets headers`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let body = #"{"aps" : {"content-available":1}, "n":1e2, "n":2}"#
            let query = "?push_type=background&priority=5&collapse_id=a%20b&expires_in=60"
            let response = try await http.ask(.post, path + query, body)
            #expect(response.status == 202, "\(response.text)")
            let now = http.scene.clock.now
            let claimed = try #require(
                try await http.scene.store.claim(owner: "t", limit: 1, leaseUntil: now, now: now)
                    .first)
            let id = try response.decode(MessageResource.self).id
            #expect(
                String(decoding: claimed.request.body, as: UTF8.self)
                    == #"{"aps" : {"content-available":1}, "n":1e2, "n":2,"message_id":"\#(id)"}"#)
            #expect(claimed.request.pushType == .background)
            #expect(claimed.request.priority == .powerAware)
            #expect(claimed.request.collapseID?.text == "a b")
            #expect(claimed.request.expiration == .at(now.addingTimeInterval(60)))
            #expect(
                try response.decode(MessageResource.self).expiresAt == now.addingTimeInterval(60))
        }
    }

    @Test func `the key Simulator Target Bundle is not sent`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let body = #"{"Simulator Target Bundle":"com.example.app","aps":{"alert":"x"}}"#
            #expect(try await http.ask(.post, path, body).status == 202)
            #expect(try await http.claimedPayload().custom.keys == ["message_id"])
        }
    }

    @Test func `a lifetime of zero means a single attempt, with a deadline after a minute`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            _ = try await http.ask(.post, path, #"{"body":"x","expires_in":0}"#)
            let now = http.scene.clock.now
            let claimed = try await http.scene.store.claim(
                owner: "t", limit: 1, leaseUntil: now, now: now)
            #expect(claimed.first?.request.expiration == .oneAttempt)
            #expect(claimed.first?.deadline == now.addingTimeInterval(60))
        }
    }

    @Test(arguments: [
        (#"{"titel":"x"}"#, "unknown_key", "did you mean \"title\"?", 2),
        (#"{"body":"x","Thread-ID":"y"}"#, "unknown_key", "did you mean \"thread_id\"?", 13),
        (#"{"body":"x","qqqqqqqq":1}"#, "unknown_key", "known keys are title", 13),
        (#"{"body":5}"#, "bad_value", "\"body\" is a number; send a string", 9),
        (#"{"body":"x","badge":-1}"#, "bad_value", "negative", 21),
        (#"{"body":"x","badge":1.5}"#, "bad_value", "a whole number", 21),
        (
            #"{"body":"x","level":"loud"}"#, "bad_value",
            "passive, active, time-sensitive, critical", 21
        ),
        (#"{"body":"x","body":"y"}"#, "bad_value", "occurs twice", 13),
        (#"{"body":"x","data":{"aps":1}}"#, "bad_value", "as the whole body", 20),
        (#"{"body":"x","expires_in":-5}"#, "bad_value", "0 to 2592000", 26),
        (#"{"body":"x","priority":7}"#, "bad_value", "10, 5 or 1", 24),
        (#"{"badge":null}"#, "empty_message", "nothing to show", 1),
        (#"{}"#, "empty_message", "nothing to show", 1),
    ])
    func `an invalid form is rejected with the location and the fix`(
        _ body: String, _ code: String, _ phrase: String, _ column: Int
    ) async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let response = try await http.ask(.post, path, "\n" + body)
            #expect(response.status == 422)
            let problem = try response.problem()
            #expect(problem.code == code)
            #expect(problem.detail.contains(phrase), "\(problem.detail)")
            #expect(problem.line == 2)
            #expect(problem.column == column)
        }
    }

    @Test(arguments: [
        (#"{"body":"x""#, 400, "bad_json"), (#"[1]"#, 422, "bad_value"), ("", 400, "bad_json"),
        (#"{"aps":{"alert":"x"},}"#, 400, "bad_json"), (#"{"aps":1}"#, 422, "bad_value"),
        (String(repeating: "[", count: 5000), 400, "bad_json"),
        ("\u{0}\u{1}\u{2}", 400, "bad_json"),
    ])
    func `hostile JSON gets an error response`(
        _ body: String, _ status: Int, _ code: String
    )
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let response = try await http.ask(.post, path, body)
            #expect(response.status == status, "\(response.text)")
            if status != 202 { #expect(try response.problem().code == code) }
        }
    }

    @Test func `text that is not UTF-8, empty text and other media types are refused`() async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let binary = try await http.ask(
                .post, path, bytes: [0xFF, 0xFE, 0x00], type: "text/plain")
            #expect(try binary.problem().code == "bad_value")
            #expect(try await http.curl(path, "  ").problem().code == "empty_message")
            let image = try await http.ask(.post, path, "x", type: "image/png")
            #expect(image.status == 415)
            #expect(try image.problem().code == "content_type_not_supported")
        }
    }

    @Test func `the size limits of alert and VoIP pushes are exact`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let frame = #"{"aps":{"alert":""}}"#.utf8.count
            for (count, status) in [(4096, 202), (4097, 422)] {
                let text = String(repeating: "x", count: count - frame)
                let response = try await http.ask(.post, path, text, type: "text/plain")
                #expect(response.status == status)
                guard status == 422 else { continue }
                let problem = try response.problem()
                #expect(problem.code == "payload_too_large")
                #expect(problem.detail.contains("4097 bytes"))
                #expect(problem.detail.contains("4096"))
            }
            _ = try await http.ask(
                .put, "/v1/installations/i1",
                #"{"app":"com.example.app","token":"aabbccddeeff0011","environment":"sandbox","#
                    + #""family":"voip","user":"alex"}"#
            )
            for (count, status) in [(5120, 202), (5121, 422)] {
                let text = String(repeating: "x", count: count - frame)
                let response = try await http.ask(
                    .post, path + "?push_type=voip", text, type: "text/plain")
                #expect(response.status == status, "\(response.text)")
            }
        }
    }

    @Test(arguments: [
        ("?prioritty=5", "did you mean \"priority\"?"), ("?priority=4", "10, 5 or 1"),
        ("?push_type=loud", "alert"),
        ("?expires_in=soon", "number of seconds"), ("?priority=5&priority=5", "twice"),
        ("?push_type=background&priority=10", "send 5"), ("?push_type=mdm", "certificate"),
        ("?topic=com.example.other", "com.example.app"),
        ("?topic=com.example.app.voip&push_type=alert", "com.example.app"),
        ("?collapse_id=\(String(repeating: "a", count: 65))", "64"),
        ("?app=com.example.none", "there is no app"),
        ("?app=%FF", "UTF-8"),
    ])
    func `an invalid query is rejected with the fix`(_ query: String, _ phrase: String) async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let response = try await http.curl(path + query, "x")
            #expect((400..<500).contains(response.status))
            let problem = try response.problem()
            #expect(problem.detail.contains(phrase), "\(problem.detail)")
        }
    }

    @Test func `the error for a user without a device says how to register one`() async throws {
        try await HTTPScene.run { http in
            let response = try await http.curl(path, "x")
            #expect(response.status == 404)
            let problem = try response.problem()
            #expect(problem.code == "no_device")
            #expect(problem.detail.contains("PUT /v1/installations/{installation_id}"))
            #expect(problem.detail.contains("com.example.app"))
        }
    }

    @Test func `a message for an app without a credential is rejected, and no delivery is stored`()
        async throws
    {
        try await HTTPScene.run(credential: false) { http in
            try await http.scene.register()
            let response = try await http.curl(path, "x")
            #expect(response.status == 409)
            #expect(try response.problem().code == "no_credential")
            #expect(try await http.scene.store.nextDue(now: http.scene.clock.now) == nil)
        }
    }

    @Test
    func `messages can be sent to an installation, a registered token and an unregistered token`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            #expect(try await http.curl("/v1/installations/i1/messages", "x").status == 202)
            #expect(try await http.curl("/v1/installations/i2/messages", "x").status == 404)
            let hex = GatewayScene.tokenHex
            let known = try await http.curl("/v1/tokens/\(hex.uppercased())/messages", "x")
            #expect(try known.decode(MessageResource.self).deliveries.first?.installation == "i1")
            let strange = "/v1/tokens/\(String(repeating: "cd", count: 32))/messages"
            #expect(try await http.curl(strange, "x").problem().code == "environment_needed")
            let sent = try await http.curl(strange + "?environment=production", "x")
            #expect(
                try sent.decode(MessageResource.self).deliveries.first?.environment == .production)
            let blank = try await http.curl("/v1/tokens/%3Cabcd%201234%3E/messages", "x")
            #expect(blank.status == 422)
            #expect(try blank.problem().detail.contains("Data"))
        }
    }

    @Test func `with several apps, a message to a user must name the app`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            _ = try await http.scene.gateway.putApp(bundleID: "com.example.two", name: "Two")
            let response = try await http.curl(path, "x")
            #expect(response.status == 422)
            #expect(try response.problem().code == "app_needed")
            #expect(try await http.curl(path + "?app=com.example.app", "x").status == 202)
            #expect(try await http.curl("/v1/installations/i1/messages", "x").status == 202)
            #expect(
                try await http.curl("/v1/installations/i1/messages?app=com.example.two", "x").status
                    == 409)
        }
    }

    @Test
    func `an Idempotency-Key returns the same message for the same request, and refuses another`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let headers: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "order-1"]
            func post(_ text: String, _ path: String) async throws -> HTTPScene.Response {
                try await http.ask(.post, path, text, type: "text/plain", headers: headers)
            }
            let first = try await post("one", path).decode(MessageResource.self)
            let again = try await post("one", path)
            #expect(again.status == 202)
            #expect(try again.decode(MessageResource.self).id == first.id)
            #expect(try await post("two", path).problem().code == "idempotency_key_reused")
            #expect(try await post("one", path + "?priority=5").status == 422)
            try await http.scene.gateway.deleteInstallation(id: "i1")
            #expect(try await post("one", path).decode(MessageResource.self).id == first.id)
        }
    }

    @Test func `messages and deliveries can be looked up`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            try await http.scene.register("i2", token: String(repeating: "cd", count: 32))
            let message = try await http.curl(path, "x").decode(MessageResource.self)
            let found = try await http.ask(.get, "/v1/messages/\(message.id)").decode(
                MessageResource.self)
            #expect(found.deliveries == message.deliveries)
            #expect(found.states == ["queued": 2])
            let page = try await http.ask(.get, "/v1/messages/\(message.id)?limit=1").decode(
                MessageResource.self)
            #expect(page.deliveries.count == 1)
            let next = try #require(page.next)
            let rest = try await http.ask(.get, "/v1/messages/\(message.id)?after=\(next)")
                .decode(MessageResource.self)
            #expect(page.deliveries + rest.deliveries == message.deliveries)
            let delivery = try #require(message.deliveries.first)
            let upper = delivery.id.uppercased()
            #expect(
                try await http.ask(.get, "/v1/deliveries/\(upper)").decode(DeliveryResource.self)
                    == delivery)
            #expect(
                try await http.ask(.get, "/v1/messages/none").problem().code == "message_not_found")
            #expect(
                try await http.ask(.get, "/v1/deliveries/none").problem().code
                    == "delivery_not_found")
            #expect(try await http.ask(.get, "/v1/messages/\(message.id)?limit=0").status == 400)
        }
    }

    @Test func `a user's name may contain escaped characters, but no control characters`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register(user: "a/b ü%")
            #expect(try await http.curl("/v1/users/a%2Fb%20%C3%BC%25/messages", "x").status == 202)
            #expect(try await http.curl("/v1/users/a%0Ab/messages", "x").status == 422)
        }
    }
}
