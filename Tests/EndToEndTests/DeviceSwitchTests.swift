// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The actions of `bellhop device` besides tapping and quitting. Each test has a phone of its own.
@Suite(.timeLimit(.minutes(30)))
struct DeviceSwitchTests {
    private func run(
        _ apns: BellhopProcess, _ arguments: [String], input: String = ""
    ) async throws -> String {
        let result = try await apns.bellhop(["device"] + arguments, input: input)
        #expect(result.status == 0, "\(arguments): \(result)")
        return result.output
    }

    private let message = """
        {"Simulator Target Bundle":"dev.bellhop.demo",
        "aps":{"alert":{"title":"Alex","body":"Ready?"},"category":"MESSAGE","badge":3}}
        """

    @Test func `NCE-1, ACT-6: a long look opens, and a text reply reaches the app`() async throws {
        try await BellhopProcess.with(.apns) { apns in
            let pushed = try await apns.bellhop(
                ["push", "-", "--collapse-id", "chat-1"], input: message)
            #expect(pushed.status == 0, "\(pushed)")
            #expect(try await run(apns, ["expand"]).contains("Alex's iPhone"))
            let shown = try await run(apns, ["show"])
            #expect(shown.contains("long look: Alex"))
            #expect(shown.contains("REPLY (text field)") && shown.contains("badge 3"))
            let wrong = try await apns.bellhop(["device", "action", "chat-1", "NO"])
            #expect(wrong.status == 65 && wrong.errors.contains("REPLY, LIKE"), "\(wrong)")
            #expect(wrong.isOneLineError)
            let sent = try await run(apns, ["reply", "On my way"])
            #expect(
                sent.contains("userNotificationCenter(_:didReceive:withCompletionHandler:)"))
            let trace = try await run(apns, ["trace", "--format", "json"])
            let lines = trace.split(separator: "\n")
            let last = try JSONValue(parsing: String(try #require(lines.last)))
            #expect(last["rule"]?.stringValue != nil && lines.count > 1)
        }
    }

    @Test
    func `AUTH-7, AUTH-8: a prompt is answered, and provisional permission is kept or ended`()
        async throws
    {
        try await BellhopProcess.with(.apns) { apns in
            _ = try await run(apns, ["set", "--permission", "not-determined"])
            let none = try await apns.bellhop(["device", "prompt"])
            #expect(none.status == 1 && none.errors.contains("no prompt"), "\(none)")
            #expect(try await run(apns, ["ask"]).contains("answer: allow or dont-allow"))
            #expect(try await run(apns, ["prompt"]).contains("Would Like to Send"))
            #expect(try await run(apns, ["answer", "allow"]).contains("authorized"))
            for (answer, end) in [(["keep"], "authorized"), (["turn-off"], "denied")] {
                _ = try await run(apns, ["set", "permission", "provisional"])
                _ = try await apns.bellhop(["push", "-"], input: message)
                #expect(try await run(apns, ["show"]).contains("keep or turn-off"))
                #expect(try await run(apns, ["answer"] + answer).contains(", \(end)"))
            }
        }
    }

    @Test func `REG-11: registration without a network fails if the switch for this is on`()
        async throws
    {
        try await BellhopProcess.with(.apns) { apns in
            _ = try await run(apns, ["set", "registration_fails_offline", "on"])
            _ = try await run(apns, ["restore-backup"])
            _ = try await run(apns, ["set", "--network", "off"])
            let failed = try await run(apns, ["launch"])
            #expect(failed.contains("didFailToRegisterForRemoteNotificationsWithError"))
            let listed = try await run(apns, ["set", "registration-fails-offline", "--list"])
            #expect(listed.contains("on") && listed.contains("(REG-12)"))
        }
    }

    @Test
    func `AUTH-9, REG-5, REG-14: an App Clip and a Simulator are created; a backup rotates tokens`()
        async throws
    {
        try await BellhopProcess.with(.apns) { apns in
            let clip = try await run(
                apns, ["create", "Guest", "--app-clip", "--time-zone", "Asia/Tokyo"])
            #expect(clip.contains("not-determined"))
            #expect(
                try await run(apns, ["open-app-clip", "--device", "Guest"]).contains("ephemeral"))
            _ = try await run(apns, ["create", "Sim", "--simulator", "--locale", "de"])
            let before = try await run(apns, ["show", "--token", "--device", "Sim"])
            _ = try await run(apns, ["restore-backup", "--device", "Sim"])
            _ = try await run(apns, ["launch", "--device", "Sim"])
            #expect(try await run(apns, ["show", "--token", "--device", "Sim"]) != before)
            _ = try await run(apns, ["remove", "Guest"])
            #expect(try await !run(apns, ["list"]).contains("Guest"))
        }
    }

    @Test func `a phone is saved and restored`() async throws {
        try await BellhopProcess.with(.apns) { apns in
            _ = try await run(apns, ["focus", "on", "Work", "--allow-person", "alex"])
            _ = try await run(apns, ["move", "-33.87,151.21"])
            let token = try await apns.control().token()
            let saved = try await run(apns, ["save"])
            #expect(!saved.contains(token))
            #expect(try await run(apns, ["save", "--with-tokens"]).contains(token))
            _ = try await run(apns, ["focus", "off"])
            let restored = try await run(apns, ["restore", "-", "--format", "json"], input: saved)
            let json = try JSONValue(parsing: restored)
            #expect(json["focus", "name"]?.stringValue == "Work")
            #expect(json["location", "latitude"]?.doubleValue == -33.87)
            #expect(try await apns.control().token() == token)
            let wrong = try await apns.bellhop(["device", "restore", "-"], input: "{}")
            #expect(wrong.status == 65 && wrong.isOneLineError, "\(wrong)")
        }
    }
}
