// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

extension RunningUp.Pushes {
    /// `bellhop push` with payloads and options other than the examples.
    struct PushCommand {
        private static let payload =
            #"{"Simulator Target Bundle":"dev.bellhop.demo","aps":{"alert":"Hello"}}"#

        @Test func `the argument - reads the payload from standard input`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(["push", "-"], input: Self.payload)
            #expect(pushed.status == 0, "\(pushed)")
            #expect(pushed.row("phone") == "A banner appeared on the Lock Screen: “Hello”.")
            #expect(pushed.output.contains("inferred  apns-push-type alert: "))
            #expect(pushed.output.contains("inferred  apns-priority 10: "))
        }

        @Test func `headers that are given are not inferred`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(
                [
                    "push", "-", "--type", "alert", "--priority", "5", "--topic",
                    "dev.bellhop.demo",
                    "--apns-id", "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
                ], input: #"{"aps":{"alert":"Hello"}}"#)
            #expect(pushed.status == 0, "\(pushed)")
            #expect(!pushed.output.contains("inferred"))
            let delivery = try await control.deliveries().first
            #expect(delivery?["priority"]?.intValue == 5)
            #expect(
                delivery?["apns_id"]?.stringValue == "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
        }

        @Test func `JSON output has stable keys`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let accepted = try await up.bellhop(
                ["push", "-", "--format", "json"], input: Self.payload)
            #expect(accepted.status == 0, "\(accepted)")
            let json = try JSONValue(parsing: accepted.output)
            #expect(
                json.sortedKeys == [
                    "apns_id", "apns_unique_id", "delivery", "device", "faults", "inferred",
                    "push_type", "result", "summary", "token", "topic",
                ])
            #expect(json["result"]?.stringValue == "accepted")
            #expect(
                json["summary"]?.stringValue
                    == "A banner appeared on the Lock Screen: “Hello”.")
            #expect(json["delivery", "stage"]?.stringValue == "delivered")
            #expect(json["delivery", "arrival", "outcome"]?.stringValue == "shown")
            let rejected = try await up.bellhop(
                ["push", "-", "--format", "json", "--environment", "production"],
                input: Self.payload)
            #expect(rejected.status == 1)
            let refusal = try JSONValue(parsing: rejected.output)
            #expect(
                refusal.sortedKeys == [
                    "apns_id", "causes", "delivery", "device", "faults", "inferred", "meaning",
                    "push_type", "reason", "remedy", "result", "status", "summary", "token",
                    "topic",
                ])
            #expect(refusal["reason"]?.stringValue == "BadDeviceToken")
            #expect(refusal["status"]?.intValue == 400)
        }

        @Test(arguments: ["text", "json"])
        func `a dry run sends nothing and shows no secret`(format: String) async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let run = try await up.bellhop(
                ["push", "-", "--dry-run", "--format", format], input: Self.payload)
            #expect(run.status == 0, "\(run)")
            #expect(try await control.deliveries().isEmpty)
            #expect(!run.output.contains(try await control.token()))
            #expect(!run.output.contains("Simulator Target Bundle"))
            // A complete provider token would be three parts joined by periods.
            #expect(run.output.firstMatch(of: /eyJ[\w-]+\.[\w-]+\.[\w-]+/) == nil)
            #expect(run.output.contains("bearer eyJ"))
            #expect(run.output.contains("dev.bellhop.demo"))
            if format == "json" {
                let json = try JSONValue(parsing: run.output)
                #expect(json["dry_run"]?.boolValue == true)
                #expect(json["headers", "apns-push-type"]?.stringValue == "alert")
                #expect(json["body"]?.stringValue == #"{"aps":{"alert":"Hello"}}"#)
            } else {
                #expect(run.output.contains(#"{"aps":{"alert":"Hello"}}"#))
                #expect(run.output.contains("apns-priority: 10  (inferred: "))
            }
        }

        @Test func `SIL-1: push and explain give the same hint for an alert sent as background`()
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(
                ["push", "-", "--type", "background"], input: Self.payload)
            #expect(
                pushed.row("hint")?.hasSuffix(
                    "[background-without-content-available]; add "
                        + "\"content-available\": 1 to aps") == true, "\(pushed)")
            let explained = try await BellhopTool.run(
                ["explain", "-", "--type", "background"], input: Self.payload)
            let hint = "a background push must not have the key alert [background-with-alert]"
            #expect(explained.output.contains(hint))
            #expect(pushed.output.contains(hint))
        }

        @Test func `the key that names the app never reaches APNs`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(["push", "-"], input: Self.payload)
            #expect(pushed.status == 0, "\(pushed)")
            let delivery = try await control.deliveries().first
            let sent = #"{"aps":{"alert":"Hello"}}"#
            #expect(delivery?["payload_bytes"]?.intValue == sent.utf8.count)
            let info = try await control.notifications().first?.text("user_info")
            #expect(try JSONValue(parsing: info ?? "") == JSONValue(parsing: sent))
        }

        @Test
        func `a sandbox token is rejected by production with a fix, and works in the sandbox`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let file = BellhopTool.example("message")
            let wrong = try await up.bellhop(["push", file, "--environment", "production"])
            #expect(wrong.status == 1)
            #expect(
                wrong.row("APNs")?.hasPrefix("rejected: 400 BadDeviceToken: ") == true, "\(wrong)")
            #expect(
                wrong.row("because")
                    == "this token belongs to sandbox, but the request was sent to production; "
                    + "use the host of sandbox")
            #expect(wrong.row("try")?.contains("sandbox") == true)
            #expect(wrong.row("try")?.contains("TestFlight or App Store") == true)
            #expect(wrong.row("likely")?.hasPrefix("1  the token belongs to the other env") == true)
            #expect(wrong.row("check")?.contains("--to production") == true)
            #expect(wrong.row("more") == "bellhop explain --reason BadDeviceToken")
            #expect(wrong.row("phone") == nil)
            #expect(try await control.notifications().isEmpty)
            let right = try await up.bellhop(["push", file, "--environment", "sandbox"])
            #expect(right.status == 0, "\(right)")
            #expect(try await control.notifications().count == 1)
        }

        @Test(arguments: [("alert", "app", 4096), ("voip", "voip", 5120)])
        func `a payload may have the maximum size and no more`(
            type: String, family: String, limit: Int
        ) async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            for (count, status) in [(limit, Int32(0)), (limit + 1, 1)] {
                let (head, tail) = (#"{"aps":{"alert":""#, #""}}"#)
                let filler = String(repeating: "a", count: count - head.count - tail.count)
                let pushed = try await up.bellhop(
                    ["push", "-", "--type", type], input: head + filler + tail)
                #expect(pushed.status == status, "\(count): \(pushed.output.suffix(300))")
                guard status == 1 else { continue }
                #expect(pushed.row("APNs")?.hasPrefix("rejected: 413 PayloadTooLarge") == true)
                #expect(pushed.row("hint")?.contains("[payload-too-large]") == true, "\(pushed)")
                #expect(pushed.row("note") == nil)
            }
        }
    }
}
