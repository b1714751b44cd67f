// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

extension RunningUp.Pushes {
    /// `bellhop explain --id` against a running `bellhop up`.
    struct JourneyTests {
        private static let payload = #"{"aps":{"alert":"Hello"}}"#

        /// Sends with `bellhop push` and returns the `apns-id`.
        private func push(
            _ up: BellhopProcess, _ arguments: [String] = [], payload: String = Self.payload
        ) async throws -> String {
            let sent = try await up.bellhop(
                ["push", "-", "--format", "json"] + arguments, input: payload)
            return try JSONValue(parsing: sent.output).text("apns_id")
        }

        private func explain(_ up: BellhopProcess, _ id: String) async throws -> Program.Result {
            try await up.bellhop(["explain", "--id", id])
        }

        /// Posts a message to the demo app's user, who may not be registered yet.
        private func firstMessage(to up: BellhopProcess) async throws -> JSONValue {
            while true {
                let posted = try await up.gateway().post(
                    "/v1/users/alex/messages?app=dev.bellhop.demo", text: "Dinner is ready")
                let message = try posted.json
                if message["deliveries", 0, "apns_id"] != nil { return message }
                try await TimeSource.system.sleep(for: .milliseconds(100))
            }
        }

        @Test func `gateway, APNs and phone form one timeline`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let message = try await firstMessage(to: up)
            let id = try #require(message["deliveries", 0, "apns_id"]?.stringValue)
            while try await control.caller.get("/v1/deliveries/\(id)?wait=10").status != 200 {
                try await TimeSource.system.sleep(for: .milliseconds(50))
            }
            let explained = try await explain(up, id)
            #expect(explained.status == 0, "\(explained)")
            #expect(
                explained.row("where")
                    == "on Alex's iPhone: A banner appeared on the Lock Screen: “Dinner is ready”.",
                "\(explained)")
            let parts = [
                "gateway  message ", " accepted for alex: alert", "APNs     accepted (200)",
            ]
            for part in parts {
                #expect(explained.output.contains(part), "\(explained)")
            }
            #expect(explained.output.contains("phone    A banner appeared on the Lock Screen"))
            // The identifiers of the message and of the delivery lead to the same explanation, in
            // any letter case.
            let byMessage = try await explain(up, try message.text("id"))
            #expect(byMessage.row("id") == id, "\(byMessage)")
            #expect(try await explain(up, id.uppercased()).status == 0)
            let json = try JSONValue(
                parsing: try await up.bellhop(["explain", "--id", id, "--format", "json"]).output)
            #expect(
                json.sortedKeys == [
                    "apns", "apns_id", "gateway", "good", "message", "phone", "timeline", "try",
                    "where", "why",
                ])
            #expect(json["apns", "stage"]?.stringValue == "delivered")
            #expect(json["good"]?.boolValue == true)
            let times = (json["timeline"]?.arrayValue ?? []).compactMap { $0["time"]?.stringValue }
            #expect(times.count >= 4 && times == times.sorted())
        }

        @Test func `the timeline contains the app's callbacks`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let explained = try await explain(
                up, try await push(up, payload: #"{"aps":{"content-available":1}}"#))
            #expect(explained.status == 0, "\(explained)")
            #expect(
                explained.output.contains("app      application(_:didReceiveRemoteNotification:"))
            #expect(explained.row("note")?.contains("the gateway did not send the") == true)
        }

        @Test func `a rejected notification is explained with its reason and a remedy`()
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let explained = try await explain(
                up, try await push(up, ["--environment", "production"]))
            #expect(explained.status == 1, "\(explained)")
            #expect(explained.row("where") == "not delivered: APNs rejected it")
            let why = explained.row("why")
            #expect(why?.hasPrefix("400 BadDeviceToken: this token belongs to") == true)
            #expect(explained.output.contains("bellhop explain --reason BadDeviceToken"))
        }

        @Test
        func `a stored notification is reported as stored, and later as arrived from the store`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            try await control.act("offline")
            let id = try await push(up, ["--collapse-id", "score"])
            let waiting = try await explain(up, id)
            #expect(waiting.status == 0, "\(waiting)")
            #expect(waiting.row("where") == "at APNs, which stores it for Alex's iPhone")
            #expect(waiting.row("try") == "bring the phone online: bellhop device network on")
            #expect(try await explain(up, "score").row("id") == id)
            try await control.act("online")
            _ = try await control.delivery(id)
            let arrived = try await explain(up, id)
            #expect(
                arrived.output.contains("phone    from APNs' store: A banner appeared"),
                "\(arrived)")
        }

        @Test func `a notification that APNs discarded is explained with a cause`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            try await control.act("authorization", ["value": "denied"])
            let denied = try await explain(up, try await push(up))
            #expect(denied.status == 1, "\(denied)")
            #expect(denied.row("where") == "not delivered: APNs accepted it and discarded it")
            #expect(denied.row("why")?.contains("switched off") == true)
            #expect(denied.row("try")?.contains("allow notifications in Settings") == true)
            try await control.act("authorization", ["value": "authorized"])
            try await control.act("offline")
            let expired = try await explain(up, try await push(up, ["--expiration", "0"]))
            #expect(expired.status == 1, "\(expired)")
            #expect(expired.row("try")?.contains("apns-expiration") == true)
            try await control.act("online")
        }

        @Test func `SIL-7: a push that the phone did not pass on is explained with a cause`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            try await control.act("quit")
            let explained = try await explain(
                up, try await push(up, payload: #"{"aps":{"content-available":1}}"#))
            #expect(explained.status == 1, "\(explained)")
            #expect(explained.row("where")?.contains("neither showed it nor ran the app") == true)
            #expect(explained.row("why")?.contains("SIL-7") == true)
            #expect(explained.row("try") != nil)
        }

        @Test func `an unknown id is reported`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let explained = try await explain(up, "3f2504e0-4f89-41d3-9a0c-0305e82c3301")
            #expect(explained.status == 1)
            #expect(explained.row("where") == "unknown")
            #expect(explained.row("why")?.contains("the gateway has no delivery") == true)
        }

        @Test(
            arguments: [
                ("not-there", 1), ("../../v1/apps", 1), ("", 64), ("a\u{1B}[2J", 64),
                (String(repeating: "7", count: 4000), 64), ("x\r\nHost: y", 64), ("😀", 1),
            ] as [(String, Int32)])
        func `an invalid identifier is rejected in one line`(word: String, status: Int32)
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let explained = try await explain(up, word)
            #expect(explained.status == status, "\(explained)")
            #expect(explained.isOneLineError, "\(explained)")
            #expect(!explained.errors.contains("\u{1B}"))
        }
    }
}

@Suite(.timeLimit(.minutes(30)))
struct JourneyWithoutServersTests {
    @Test func `without servers, one line says how to start them`() async throws {
        try await TemporaryFolder.with { folder in
            let explained = try await BellhopTool.run([
                "explain", "--id", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "--state-dir",
                folder.path,
            ])
            #expect(explained.status == 69, "\(explained)")
            #expect(explained.isOneLineError, "\(explained)")
            #expect(explained.errors.contains("bellhop up"))
        }
    }

    @Test func `without a gateway, the simulator alone suffices for an explanation`() async throws {
        try await BellhopProcess.with(.apns) { apns in
            let sent = try await apns.bellhop(
                ["push", "-", "--format", "json"], input: #"{"aps":{"alert":"Hello"}}"#)
            let id = try JSONValue(parsing: sent.output).text("apns_id")
            let explained = try await apns.bellhop(["explain", "--id", id])
            #expect(explained.status == 0, "\(explained)")
            let shown = "A banner appeared on the Lock Screen: “Hello”."
            #expect(explained.row("where")?.contains(shown) == true)
            #expect(explained.row("note") == nil)
        }
    }
}
