// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// One example payload: how it is pushed, and what the phone does while it is locked and the app is
/// terminated.
struct ExampleRow: Sendable, CustomTestStringConvertible {
    let name: String
    let flags: [String]
    /// What `bellhop push` prints after `phone`.
    let phone: String

    init(_ name: String, _ phone: String, flags: [String] = []) {
        self.name = name
        self.flags = flags
        self.phone = phone
    }

    var testDescription: String { name }

    private static func banner(_ name: String, _ text: String, _ flags: [String] = []) -> ExampleRow
    {
        let stop = [".", "!", "?"].contains { text.hasSuffix($0) } ? "" : "."
        return ExampleRow(
            name, "A banner appeared on the Lock Screen: “\(text)”\(stop)", flags: flags)
    }

    private static func receipt(_ name: String, _ token: String, _ flags: [String] = [])
        -> ExampleRow
    {
        let effects = [
            "file provider": "the file provider reports what changed",
            "Live Activity": "the system updates the Live Activity",
            "Live Activity start": "the system starts a Live Activity and wakes the app",
            "location": "the location push service extension runs, in any state of the app",
            "Push to Talk":
                "the app is woken and reports the active speaker to its channel manager",
            "widget": "the system reloads the app's widgets",
        ]
        let effect = effects[token] ?? "(missing in this table)"
        return ExampleRow(
            name, "The push arrived on the \(token) token: \(effect) (REG-16).", flags: flags)
    }

    private static func withoutActivity(_ name: String) -> ExampleRow {
        ExampleRow(
            name,
            "The push arrived on the Live Activity token, but no activity of the app is running "
                + "(LA-9). Start one first.")
    }

    private static let launched =
        "The app was launched in the background for content-available (LC-5)."
    private static let collapse = ["--collapse-id", "match-551"]

    /// Every accepted example.
    static let all: [ExampleRow] = [
        ExampleRow(
            "alert-with-content-available",
            "A banner appeared on the Lock Screen: “3 new photos · Grandma added photos to Summer "
                + "2026”. The app was launched in the background for content-available (LC-2)."),
        ExampleRow("background-with-data", launched),
        ExampleRow("badge-clear", "The badge was removed; nothing was shown (LC-6)."),
        ExampleRow("badge-only", "The badge was set to 3; nothing was shown (LC-6)."),
        banner("calendar-reminder", "Design review · in 10 minutes · Room Ada, 10:30 – 11:15"),
        banner("chat-message", "Mia · Back yard · Who has the ladder?"),
        banner("critical", "Glucose low · 3.1 mmol/L and falling. Eat something now."),
        banner("critical-sound-off-duty", "Shift starts in one hour"),
        banner("custom-keys", "Ticket assigned · BELL-482: login fails after update"),
        banner("delivery-driver", "New stop · Lindenstraße 4, 2 parcels"),
        banner(
            "email",
            "Priya Raman · Re: contract · Signed, see attachment. Thank you for the quick answer!"),
        banner(
            "emoji-and-rtl",
            "\u{646}\u{648}\u{631}\u{627} 👩🏽‍🚀 · \u{645}\u{631}\u{62D}\u{628}\u{627}! "
                + "\u{646}\u{644}\u{62A}\u{642}\u{64A} \u{627}\u{644}\u{633}\u{627}\u{639}\u{629} "
                + "18:00 🏳️‍🌈 – \u{5E9}\u{5DC}\u{5D5}\u{5DD}, 你好, नमस्ते"),
        banner("encrypted", "New message · Open the app to read it."),
        banner("encrypted-chat", "Mia · The key is under the blue pot."),
        receipt("file-provider", "file provider"),
        banner("focus-filter", "Build 4471 failed · main: 3 tests failed"),
        withoutActivity("live-activity-end"),
        ExampleRow(
            "live-activity-start",
            "Live Activity activity-N started. Its alert lit up the screen (LA-18). "
                + "The app was launched in the background (LA-7)."),
        withoutActivity("live-activity-update"),
        banner("localized", "Game invitation · Jenna invites you to play at Frank's Chess Club"),
        receipt("location-query", "location", ["--type", "location"]),
        banner("message", "Alex · Can you ship the build before standup?"),
        banner(
            "news",
            "Night train returns · Travel · Berlin and Barcelona are connected again from May."),
        banner(
            "order-update",
            "Out for delivery · Order 20931 · Your parcel arrives today between 14:00 and 16:00."),
        ExampleRow(
            "passive-digest",
            "The notification went only to Notification Center, because its interruption "
                + "level is passive (LVL-1)."),
        banner("plain-string", "Dinner is ready"),
        receipt("push-to-talk", "Push to Talk", ["--type", "pushtotalk", "--expiration", "0"]),
        banner("rich-media", "Front door · Somebody is at the door."),
        banner("score-1", "Lions 0 : 0 Bears · Kick-off at the Riverside.", collapse),
        banner("score-2", "Lions 1 : 0 Bears · Goal! Adeyemi, 23rd minute.", collapse),
        banner("score-3", "Lions 2 : 1 Bears · Full time.", collapse),
        ExampleRow("silent-refresh", launched),
        ExampleRow("sound-only", "The sound chime.caf played; nothing was shown (LC-6)."),
        banner(
            "time-sensitive",
            "Your driver is outside · Grey Skoda, B-KL 1029. Please come within 5 minutes."),
        ExampleRow(
            "voip", "The VoIP push launched the app (LC-10).",
            flags: ["--type", "voip", "--expiration", "0"]),
        receipt("widgets-reload", "widget"),
    ]
}

/// Replaces the number of a Live Activity in a line, because other tests start activities on the
/// same phone.
private func withoutActivityNumber(_ line: String) -> String {
    line.replacing(/activity-[0-9]+/, with: "activity-N")
}

extension RunningUp.Pushes {
    /// The payloads in `Examples/payloads`, from the command to the phone.
    struct ExamplePayloads {
        @Test(arguments: ExampleRow.all)
        func `an example payload has the effect that the table states`(row: ExampleRow) async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(["push", BellhopTool.example(row.name)] + row.flags)
            #expect(pushed.status == 0, "\(pushed)")
            #expect(pushed.errors.isEmpty)
            #expect(pushed.row("phone").map(withoutActivityNumber) == row.phone)
            #expect(pushed.row("APNs")?.hasPrefix("accepted, apns-id ") == true)
            let deliveries = try await control.deliveries()
            #expect(deliveries.count == 1)
            let summary = deliveries.first?["arrival", "summary"]?.stringValue
            #expect(summary.map(withoutActivityNumber) == row.phone)
            let shown = try await control.notifications()
            let isListed =
                row.phone.hasPrefix("A banner appeared")
                || row.phone.contains("Notification Center")
            #expect(shown.count == (isListed ? 1 : 0))
            for notification in shown {
                let info = try notification.text("user_info")
                #expect(!info.contains("Simulator Target Bundle"))
            }
        }

        @Test func `every example file is in the table`() throws {
            let directory = BellhopTool.root + "/Examples/payloads"
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
                .filter { $0.hasSuffix(".apns") }.map { String($0.dropLast(5)) }
            #expect(files.count >= 20)
            #expect(Set(files) == Set(ExampleRow.all.map(\.name) + ["mdm"]))
        }

        @Test func `an MDM push with a provider token is rejected, because it needs a certificate`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(
                ["push", BellhopTool.example("mdm"), "--type", "mdm"])
            #expect(pushed.status == 1, "\(pushed)")
            #expect(pushed.row("APNs")?.hasPrefix("rejected: 400 TopicDisallowed") == true)
            #expect(pushed.row("because")?.contains("certificate") == true)
            #expect(try await control.deliveries().first?["stage"]?.stringValue == "rejected")
        }

        @Test func `of three pushes with the same collapse identifier, only the last is shown`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            for number in 1...3 {
                let file = BellhopTool.example("score-\(number)")
                let pushed = try await up.bellhop(["push", file, "--collapse-id", "match-551"])
                #expect(pushed.status == 0, "\(pushed)")
            }
            let shown = try await control.notifications()
            #expect(shown.map { $0["id"]?.stringValue } == ["match-551"])
            #expect(shown.first?["title"]?.stringValue == "Lions 2 : 1 Bears")
            #expect(try await control.deliveries().count == 3)
        }
    }
}
