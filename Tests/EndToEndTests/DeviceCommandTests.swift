// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

extension RunningUp.Phones {
    /// `bellhop device …` against the one phone of `up`.
    struct DeviceCommand {
        private let file = BellhopTool.example("message")

        private func run(_ up: BellhopProcess, _ phrase: String) async throws -> Program.Result {
            let result = try await up.bellhop(phrase.split(separator: " ").map(String.init))
            #expect(result.status == 0, "\(phrase): \(result)")
            return result
        }

        @Test func `a phone is listed as text and JSON, and tokens are shown only on request`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            _ = try await up.bellhop(["push", file])
            let list = try await run(up, "device list")
            #expect(list.output.hasPrefix("Alex's iPhone (B3110000-0000-4000-8000-000000000001)"))
            #expect(list.output.contains("locked; Corner terminated, authorized, badge 1"))
            let json = try JSONValue(parsing: try await run(up, "device list --format json").output)
            #expect(json.arrayValue?.count == 1)
            let keys = Swift.Set(json[0]?.sortedKeys ?? [])
            #expect(keys.isSuperset(of: ["apps", "id", "is_locked", "prompts", "activities"]))
            let show = try await run(up, "device show")
            #expect(show.output.contains("• Alex · Can you ship the build before standup?"))
            let token = try await control.token()
            #expect(!show.output.contains(token))
            #expect(try await run(up, "device show --token").output == token + "\n")
            let voip = try await control.token(family: "voip")
            #expect(try await run(up, "device show --token --family voip").output == voip + "\n")
            let family = try await up.bellhop(["device", "show", "--token", "--family", "x"])
            #expect(family.status == 64)
            #expect(family.isOneLineError, "\(family)")
        }

        @Test func `a person unlocks, taps, dismisses, locks and quits`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            _ = try await up.bellhop(["push", file])
            #expect(try await run(up, "device unlock").output.contains(" unlocked; "))
            let tap = try await run(up, "device tap")
            #expect(
                tap.output.contains("userNotificationCenter(_:didReceive:withCompletionHandler:)"))
            #expect(tap.output.contains("Corner foreground"))
            #expect(try await control.notifications().isEmpty)
            let inUse = try await up.bellhop(["push", file])
            let banner = "A banner appeared over the app in the foreground: “Alex"
            #expect(inUse.row("phone")?.hasPrefix(banner) == true)
            #expect(try await run(up, "device lock").output.contains(" locked; "))
            _ = try await up.bellhop(["push", file])
            let count = try await control.notifications().count
            let dismissed = try await run(up, "device dismiss --format json")
            let json = try JSONValue(parsing: dismissed.output)
            #expect(json.sortedKeys == ["callbacks", "device"])
            #expect(try await control.notifications().count == count - 1)
            #expect(try await run(up, "device quit").output.contains("Corner force-quit"))
            #expect(try await run(up, "device launch").output.contains("Corner foreground"))
            let none = try await up.bellhop(["device", "tap", "nothing"])
            #expect(none.status == 65)
            #expect(none.isOneLineError, "\(none)")
            let nothing = try await up.bellhop(["device", "set"])
            #expect(nothing.status == 64)
            #expect(nothing.isOneLineError, "\(nothing)")
        }

        @Test func `a silent push to an app that was force-quit is not delivered`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            _ = try await run(up, "device quit")
            let pushed = try await up.bellhop(["push", BellhopTool.example("silent-refresh")])
            #expect(pushed.status == 1)
            #expect(
                pushed.row("phone")
                    == "The background push was not delivered, because the app was force-quit "
                    + "(SIL-7).")
            let shown = try await up.bellhop(["push", file])
            #expect(shown.status == 0, "an alert is shown all the same: \(shown)")
        }

        @Test func `a push to a phone without network is stored and delivered later`() async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            _ = try await run(up, "device set --online off")
            let held = try await up.bellhop(["push", file, "--format", "json"])
            #expect(held.status == 0, "\(held)")
            let json = try JSONValue(parsing: held.output)
            #expect(json["delivery", "stage"]?.stringValue == "stored")
            #expect(try json.text("summary").hasPrefix("stored for the phone: "))
            #expect(try await control.notifications().isEmpty)
            _ = try await run(up, "device set --online on")
            let id = try json.text("apns_id")
            // The request does not wait while the delivery is stored, so poll until the phone has
            // it.
            var delivery = try await control.delivery(id)
            while delivery["stage"]?.stringValue != "delivered" {
                try await TimeSource.system.sleep(for: .milliseconds(20))
                delivery = try await control.delivery(id)
            }
            #expect(delivery["arrival", "was_stored"]?.boolValue == true)
            #expect(delivery["arrival", "outcome"]?.stringValue == "shown")
            let bodies = try await control.notifications().map { $0["title"]?.stringValue }
            #expect(bodies == ["Alex"])
        }

        @Test func `without permission, nothing is shown, and push exits with status 1`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            _ = try await run(up, "device set --permission denied")
            let pushed = try await up.bellhop(["push", file])
            #expect(pushed.status == 1)
            // APNs does not even ask the phone.
            #expect(
                pushed.row("then") == "notifications for this app are switched off on the device")
            #expect(try await control.notifications().isEmpty)
            let wrong = try await up.bellhop(["device", "set", "--permission", "maybe"])
            #expect(wrong.status == 64)
            #expect(wrong.isOneLineError, "\(wrong)")
        }
    }
}

/// `bellhop apns` alone, with phones that the tests create and change.
@Suite(.timeLimit(.minutes(30)))
struct SimulatorCommandTests {
    @Test func `a second phone is created and addressed by name, and its app is deleted`()
        async throws
    {
        try await BellhopProcess.with(.apns) { apns in
            let made = try await apns.bellhop(
                ["device", "create", "Sam's iPhone", "--permission", "provisional"])
            #expect(made.status == 0, "\(made)")
            #expect(made.output.hasPrefix("Sam's iPhone ("))
            let which = try await apns.bellhop(["push", BellhopTool.example("message")])
            #expect(which.status == 65)
            #expect(which.isOneLineError, "\(which)")
            #expect(which.errors.contains("Sam's iPhone"))
            let sam = ["--device", "Sam's iPhone"]
            let quiet = try await apns.bellhop(["push", BellhopTool.example("message")] + sam)
            #expect(quiet.status == 0, "\(quiet)")
            #expect(
                quiet.row("phone")
                    == "The notification went only to Notification Center, because the app has "
                    + "provisional permission (AUTH-21).")
            let token = try await apns.control().token("Sam%27s%20iPhone")
            let deleted = try await apns.bellhop(
                ["device", "uninstall", "dev.bellhop.demo"] + sam)
            #expect(deleted.status == 0, "\(deleted)")
            let rejected = try await apns.bellhop(
                ["push", BellhopTool.example("message"), "--device", token])
            #expect(rejected.status == 1, "\(rejected)")
            let apnsRow = rejected.row("APNs")
            #expect(apnsRow?.hasPrefix("rejected: 410 Unregistered") == true, "\(rejected)")
            #expect(rejected.row("since")?.hasPrefix("the token has been invalid since 20") == true)
            #expect(rejected.row("try") != nil)
        }
    }

    @Test func `the serve command sends through the simulator of its state directory`() async throws
    {
        try await TemporaryFolder.with { state in
            try await BellhopProcess.with(.apns, in: state) { apns in
                let token = try await apns.control().token()
                try await BellhopProcess.with(.serve, in: state, arguments: ["--simulator"]) {
                    serve in
                    try await register(
                        token, with: serve.gateway(), key: state.read("simulator-key.p8"))
                    let posted = try await serve.gateway().post(
                        "/v1/users/robin/messages", text: "From afar")
                    #expect(posted.status == 202, "\(posted.text)")
                    let control = try apns.control()
                    while try await control.notifications().isEmpty {
                        try await TimeSource.system.sleep(for: .milliseconds(20))
                    }
                    let shown = try await control.notifications()
                    #expect(shown.map { $0["body"]?.stringValue } == ["From afar"])
                    let id = try posted.json["deliveries", 0, "apns_id"]?.stringValue
                    #expect(try await control.deliveries().first?["apns_id"]?.stringValue == id)
                }
            }
        }
    }

    private func register(_ token: String, with gateway: HTTPCaller, key: String) async throws {
        let calls: [(String, JSONValue)] = [
            ("/v1/apps/dev.bellhop.demo", ["name": "Demo"]),
            (
                "/v1/apps/dev.bellhop.demo/credential",
                ["p8": .string(key), "key_id": "SIMULATOR1", "team_id": "BELLHOPDEV"]
            ),
            (
                "/v1/installations/robins-phone",
                [
                    "app": "dev.bellhop.demo", "token": .string(token), "environment": "sandbox",
                    "user": "robin",
                ]
            ),
        ]
        for (path, json) in calls {
            let response = try await gateway.call(
                "PUT", path, headers: ["content-type": "application/json"],
                body: JSONWriter.text(json))
            #expect((200..<300).contains(response.status), "\(path): \(response.text)")
        }
    }
}
