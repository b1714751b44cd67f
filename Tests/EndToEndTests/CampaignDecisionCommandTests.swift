// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop campaign refuse` and `approve`, and reports about broadcasts. Each test has a gateway
/// of its own, because some tests change the policy of the app.
@Suite(.timeLimit(.minutes(30)))
struct CampaignDecisionCommandTests {
    private static let payload = #"{"aps":{"alert":"Everything must go"}}"#

    @Test func `a second person refuses a campaign, and its author sees the note`() async throws {
        try await BellhopProcess.with(.up) { up in
            try await Self.register(3, up)
            let policy = try await up.bellhop(["campaign", "policy", "--approval-above", "2"])
            #expect(policy.output.contains("approval above: 2 devices"), "\(policy)")
            let (id, hash) = try await Self.start(up)
            try await Self.asAnotherPerson(up) { key, bellhop in
                let seen = try await bellhop(["campaign", "approve", id])
                #expect(seen.output.contains("  approval    needed"), "\(seen)")
                #expect(seen.output.contains("\"alert\": \"Everything must go\""), "\(seen)")
                #expect(seen.errors.contains("bellhop campaign approve \(id) --hash \(hash)"))

                let refused = try await bellhop([
                    "campaign", "refuse", id, "--hash", hash, "--note", "Wrong \u{202E}amount",
                ])
                #expect(refused.status == 0, "\(refused)")
                #expect(refused.output.hasPrefix("campaign \(id) of dev.bellhop.demo: draft\n"))
                #expect(refused.output.contains("  refused     by key \(key): Wrong "))
                #expect(!refused.output.contains("\u{202E}"), "the output has a hidden character")
            }
            let shown = try await up.bellhop(["campaign", "show", id, "--format", "json"])
            let refusal = try JSONValue(parsing: shown.output)["settings", "refusal"]
            #expect(refusal?["note"]?.stringValue == "Wrong \u{202E}amount")

            // The campaign is a draft again, so there is nothing to refuse.
            let again = try await up.bellhop(["campaign", "refuse", id, "--hash", hash])
            #expect(again.status == 65 && again.isOneLineError, "\(again)")
            #expect(again.errors.contains("draft"), "\(again)")
        }
    }

    @Test func `a campaign can be refused without a note, but not with a wrong hash`() async throws
    {
        try await BellhopProcess.with(.up) { up in
            try await Self.register(3, up)
            _ = try await up.bellhop(["campaign", "policy", "--approval-above", "2"])
            let (id, hash) = try await Self.start(up)
            try await Self.asAnotherPerson(up) { key, bellhop in
                let changed = try await bellhop([
                    "campaign", "refuse", id, "--hash", String(hash.reversed()),
                ])
                #expect(changed.status == 65 && changed.isOneLineError, "\(changed)")
                #expect(changed.errors.contains("the campaign was changed"), "\(changed)")
                let waiting = try await bellhop(["campaign", "show", id])
                #expect(waiting.output.contains("awaiting_approval"), "\(waiting)")

                let refused = try await bellhop(["campaign", "refuse", id, "--hash", hash])
                let line = "  refused     by key \(key)"
                #expect(refused.output.split(separator: "\n").contains(Substring(line)))
            }
            // The author schedules the campaign again, and now another person approves it.
            let scheduled = try await up.bellhop(["campaign", "schedule", id, "--now"])
            #expect(scheduled.output.contains("awaiting_approval"), "\(scheduled)")
            #expect(!scheduled.output.contains("refused"), "\(scheduled)")
            try await Self.asAnotherPerson(up) { _, bellhop in
                let approved = try await bellhop(["campaign", "approve", id, "--hash", hash])
                #expect(approved.status == 0, "\(approved)")
                #expect(!approved.output.contains("awaiting_approval"), "\(approved)")
            }
        }
    }

    @Test func `a refusal without a hash or of an unknown campaign is an error`() async throws {
        try await BellhopProcess.with(.up) { up in
            let none = try await up.bellhop(["campaign", "refuse", "none"])
            #expect(none.status == 64 && none.errors.contains("--hash"), "\(none)")
            let unknown = try await up.bellhop(["campaign", "refuse", "none", "--hash", "00"])
            #expect(unknown.status != 0 && unknown.isOneLineError, "\(unknown)")
        }
    }

    @Test func `the report on a broadcast shows the response of APNs instead of numbers`()
        async throws
    {
        try await BellhopProcess.with(.up) { up in
            let created = try await up.bellhop(["channel", "create", "--format", "json"])
            let channel = try JSONValue(parsing: created.output).text("channel")
            for (channel, outcome) in [
                (channel, "accepted 200"), ("dHN0LXNyY2gtY2hubA==", "rejected 400"),
            ] {
                let sent = try await up.bellhop(
                    [
                        "campaign", "start", "--channel", channel, "--environment", "sandbox",
                        "--file", "-", "--wait", "--format", "json",
                    ],
                    input: """
                        {"aps":{"event":"update","timestamp":1767225600,\
                        "content-state":{"home":1}}}
                        """)
                #expect(sent.status == 0, "\(sent)")
                let campaign = try JSONValue(parsing: sent.output)
                let id = try campaign.text("id")
                let report = try await up.bellhop(["report", "campaign", id])
                var lines = [
                    "campaign \(id) of dev.bellhop.demo: done",
                    "  channel     \(channel) (sandbox)",
                    "  broadcast   \(outcome)",
                ]
                let request = campaign["broadcast", "request_id"]?.stringValue
                lines.append("  request ID  \(request ?? "missing")")
                if outcome == "accepted 200" {
                    lines.append("  one broadcast; APNs does not say how many devices got it")
                } else {
                    lines[2] += " (ChannelNotRegistered)"
                }
                #expect(report.output == lines.joined(separator: "\n") + "\n", "\(report)")
                let shown = try await up.bellhop(["campaign", "show", id])
                #expect(lines.allSatisfy(shown.output.contains), "\(shown)")
                let json = try await up.bellhop(["report", "campaign", id, "--format", "json"])
                let broadcast = try JSONValue(parsing: json.output)["broadcast"]
                #expect(broadcast?["channel"]?.stringValue == channel)
            }
        }
    }

    /// Registers the devices of a new fleet.
    private static func register(_ count: Int, _ up: BellhopProcess) async throws {
        let fleet = try await up.bellhop(["fleet", "create", "\(count)"])
        let file = try up.state.write(fleet.output, to: "fleet.jsonl")
        let imported = try await up.bellhop(["installations", "import", file])
        #expect(imported.status == 0, "\(imported)")
    }

    /// Starts a campaign that waits for approval; returns its identifier and the hash to approve.
    private static func start(_ up: BellhopProcess) async throws -> (id: String, hash: String) {
        let sent = try await up.bellhop(
            ["campaign", "start", "--audience", "all", "--file", "-", "--format", "json"],
            input: payload)
        let campaign = try JSONValue(parsing: sent.output)
        #expect(campaign["state"] == "awaiting_approval", "\(sent)")
        let hash = try #require(campaign["settings", "approval", "hash"]?.stringValue)
        return (try campaign.text("id"), hash)
    }

    /// Runs commands with another API key; the closure receives the identifier of the key.
    private static func asAnotherPerson(
        _ up: BellhopProcess,
        _ body: (String, ([String]) async throws -> Program.Result) async throws -> Void
    ) async throws {
        let created = try await up.bellhop([
            "key", "create", "--name", "second", "--scope", "campaigns:approve", "--scope",
            "campaigns:read",
        ])
        let key = created.output.split(separator: "\n").joined()
        try await TemporaryFolder.with { folder in
            try folder.write(try up.state.read("gateway.json"), to: "gateway.json")
            try folder.write(key, to: "development-key")
            try await body(String(key.dropFirst(3).prefix(8))) { arguments in
                try await BellhopTool.run(arguments + ["--state-dir", folder.path])
            }
        }
    }
}
