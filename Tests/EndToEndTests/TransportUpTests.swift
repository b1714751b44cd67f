// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// The gateway of `bellhop up` with an iPhone, an Android phone and a browser of one user.
@Suite(.timeLimit(.minutes(30)))
struct TransportUpTests {
    private static let app = "dev.bellhop.demo"

    @Test func `a message and a campaign reach iPhone, Android phone and browser`() async throws {
        try await BellhopProcess.with(.up) { up in
            try await Self.register(up)
            try await Self.sendMessage(up)
            try await Self.expectNamed(up)
            try await Self.sendCampaign(up)
            try await Self.endAddresses(up)
        }
    }

    /// Registers the Android phone and the browser of the simulator for the user of the iPhone.
    private static func register(_ up: BellhopProcess) async throws {
        let gateway = try up.gateway()
        let token = try up.state.read("fcm-token")
        let subscription = try JSONValue(parsing: up.state.read("web-push-subscription.json"))
        try await put(
            gateway, "/v1/installations/android",
            ["app": .string(app), "user": "alex", "fcm_token": .string(token)])
        try await put(
            gateway, "/v1/installations/browser",
            ["app": .string(app), "user": "alex", "web_push": subscription])
        let shown = try await gateway.get("/v1/apps/\(app)").json
        #expect(shown["fcm", "project"]?.stringValue == "bellhop-demo")
        #expect(shown["web_push", "public_key"]?.stringValue?.count == 87)
    }

    private static func put(
        _ gateway: HTTPCaller, _ path: String, _ body: JSONValue
    ) async throws {
        let response = try await gateway.call(
            "PUT", path, headers: ["content-type": "application/json"],
            body: JSONWriter.text(body))
        try #require(response.status == 200, "\(response.text)")
    }

    private static func sendMessage(_ up: BellhopProcess) async throws {
        let gateway = try up.gateway()
        let posted = try await gateway.post(
            "/v1/users/alex/messages", ["title": "Dinner", "body": "It is ready"])
        #expect(posted.status == 202, "\(posted.text)")
        let deliveries = try await ended(posted.json.text("id"), gateway)
        #expect(deliveries.count == 3)
        #expect(
            Set(deliveries.map { $0["transport"]?.stringValue }) == [nil, "fcm", "web_push"])
        #expect(
            deliveries.map { $0["state"]?.stringValue } == ["accepted", "accepted", "accepted"])
        try await expectShown("Dinner", on: up)
    }

    /// Checks that commands name the transports of installations and deliveries.
    private static func expectNamed(_ up: BellhopProcess) async throws {
        let user = try await up.bellhop(["user", "show", "alex"])
        #expect(user.output.contains("  android with FCM\n"), "\(user)")
        #expect(user.output.contains("  browser with Web Push\n"), "\(user)")
        #expect(user.output.contains(" with APNs\n"), "\(user)")
        let deliveries = try await up.bellhop(["messages", "deliveries"])
        #expect(deliveries.output.contains("  android  with FCM\n"), "\(deliveries)")
        #expect(deliveries.output.contains("  browser  with Web Push\n"), "\(deliveries)")
    }

    /// Waits until the deliveries of a message have ended.
    private static func ended(_ id: String, _ gateway: HTTPCaller) async throws -> [JSONValue] {
        while true {
            let message = try await gateway.get("/v1/messages/\(id)").json
            let deliveries = message["deliveries"]?.arrayValue ?? []
            let open = deliveries.filter {
                ["queued", "sending"].contains($0["state"]?.stringValue ?? "")
            }
            if open.isEmpty { return deliveries }
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
    }

    /// Checks that the newest notification of each of the three devices has this title.
    private static func expectShown(_ title: String, on up: BellhopProcess) async throws {
        let control = try up.control()
        for service in ["fcm", "web_push"] {
            let log = try await control.caller.get("/v1/requests?service=\(service)&limit=1000")
            let sends = try log.json["requests"]?.arrayValue?.filter {
                $0["kind"]?.stringValue == "send"
            }
            #expect(sends?.last?["title"]?.stringValue == title, "\(log.text)")
        }
        while try await control.notifications().first?["title"]?.stringValue != title {
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
    }

    private static func sendCampaign(_ up: BellhopProcess) async throws {
        let campaign = try await campaign(up, "Supper")
        #expect(campaign["state"]?.stringValue == "done")
        #expect(campaign["totals", "accepted"]?.intValue == 3)
        try await expectShown("Supper", on: up)
    }

    /// Sends a campaign to everybody and waits for its end.
    private static func campaign(_ up: BellhopProcess, _ title: String) async throws -> JSONValue {
        let payload = up.state.path + "/campaign.apns"
        try #"{"aps":{"alert":{"title":"\#(title)"}}}"#.write(
            toFile: payload, atomically: true, encoding: .utf8)
        let sent = try await up.bellhop([
            "campaign", "start", "--audience", "all", "--file", payload, "--wait", "--format",
            "json",
        ])
        #expect(sent.status == 0, "\(sent.errors)")
        return try JSONValue(parsing: sent.output)
    }

    /// Uninstalls the app and ends the subscription. The next campaign then finds that both
    /// addresses are invalid.
    private static func endAddresses(_ up: BellhopProcess) async throws {
        let (gateway, control) = (try up.gateway(), try up.control())
        let token = try up.state.read("fcm-token")
        let subscriptions = try await control.caller.get("/v1/web-push/subscriptions").json
        let id = try #require(subscriptions[0, "id"]?.stringValue)
        for path in ["/v1/fcm/tokens/\(token)", "/v1/web-push/subscriptions/\(id)"] {
            let gone = try await control.caller.call("DELETE", path)
            #expect(gone.status == 204, "\(gone.text)")
        }
        let campaign = try await campaign(up, "Breakfast")
        #expect(campaign["totals", "accepted"]?.intValue == 1)
        #expect(campaign["totals", "rejected"]?.intValue == 2)
        for (installation, reason) in [("android", "UNREGISTERED"), ("browser", nil)] {
            let shown = try await gateway.get("/v1/installations/\(installation)").json
            #expect(shown["tokens", 0, "state"]?.stringValue == "dead", "\(shown)")
            if let reason { #expect(shown["tokens", 0, "reason"]?.stringValue == reason) }
        }
    }
}
