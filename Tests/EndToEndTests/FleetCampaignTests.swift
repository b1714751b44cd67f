// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// A fleet of light devices, an import and a campaign, with the commands that a new user types.
@Suite(.timeLimit(.minutes(30)))
struct FleetCampaignTests {
    private static let count = 300

    @Test func `a fleet is created and imported, and a campaign reaches all of it`() async throws {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.apns, in: folder) { _ in
                try await BellhopProcess.with(.serve, in: folder, arguments: ["--simulator"]) { _ in
                    try await Self.sendToAll(folder)
                    try await Self.sendToSome(folder)
                    try await Self.sendToList(folder)
                }
            }
            try await Self.replaceMasterKey(folder)
        }
    }

    /// Replaces the master key of the gateway that has ended.
    private static func replaceMasterKey(_ folder: TemporaryFolder) async throws {
        let state = ["--state-dir", folder.path]
        let created = try await BellhopTool.run(["credential", "new-key"] + state)
        #expect(created.status == 0)
        #expect(created.output == "\(folder.path)/master.key has a new key with version 2\n")
        for line in [
            "2 secrets were sealed again; 0 already had the newest key\n",
            "0 secrets were sealed again; 2 already had the newest key\n",
        ] {
            let resealed = try await BellhopTool.run(["credential", "reseal"] + state)
            #expect(resealed.output == line)
            #expect(resealed.status == 0)
        }
        let file = folder.path + "/master.key"
        try Data(repeating: 1, count: 32).base64EncodedString().write(
            toFile: file, atomically: false, encoding: .utf8)
        let wrong = try await BellhopTool.run(["credential", "reseal"] + state)
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("dev.bellhop.demo"))
    }

    private static func sendToAll(_ folder: TemporaryFolder) async throws {
        let state = ["--state-dir", folder.path]
        let fleet = try await BellhopTool.run(["fleet", "create", "\(count)"] + state)
        #expect(fleet.status == 0)
        let file = folder.path + "/fleet.jsonl"
        try fleet.output.write(toFile: file, atomically: true, encoding: .utf8)
        for _ in 0..<2 {
            let imported = try await BellhopTool.run(["installations", "import", file] + state)
            #expect(imported.output == "\(count) installations registered\n")
            #expect(imported.status == 0)
        }
        let payload = folder.path + "/offer.apns"
        try #"{"aps":{"alert":{"title":"Hello {{name|you}}","body":"Dinner is ready"}}}"#.write(
            toFile: payload, atomically: true, encoding: .utf8)
        let sent = try await BellhopTool.run(
            ["campaign", "start", "--audience", "all", "--file", payload, "--wait"]
                + ["--format", "json"] + state)
        #expect(sent.status == 0)
        let campaign = try JSONValue(parsing: sent.output)
        #expect(campaign["totals", "accepted"]?.intValue == count)
        #expect(campaign["state"]?.stringValue == "done")
        let list = try await BellhopTool.run(["campaign", "list", "--format", "json"] + state)
        let listed = try JSONValue(parsing: list.output)["campaigns"]?.arrayValue
        #expect(listed?.map { $0["id"] } == [campaign["id"]])
        #expect(listed?.first?["state"]?.stringValue == "done")
        try await explainOne(of: try #require(campaign["id"]?.stringValue), state)
        var ids: Set<String?> = []
        for _ in 0..<2 {
            let started = try await BellhopTool.run(
                ["campaign", "start", "--audience", "all", "--file", payload, "--format", "json"]
                    + ["--idempotency-key", "offer-2"] + state)
            #expect(started.status == 0)
            ids.insert(try JSONValue(parsing: started.output)["id"]?.stringValue)
        }
        #expect(ids.count == 1)
        #expect(ids != [nil])
    }

    /// Adds a tag to a third of the fleet, counts these devices with a filter, and sends to them
    /// with a segment.
    private static func sendToSome(_ folder: TemporaryFolder) async throws {
        let state = ["--state-dir", folder.path]
        let file = folder.path + "/fleet.jsonl"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let tagged = lines.enumerated().map { index, line in
            index % 3 == 0 ? line.dropLast() + #","tags":["beta"]}"# : String(line)
        }
        try tagged.joined(separator: "\n").write(
            toFile: file, atomically: true, encoding: .utf8)
        let imported = try await BellhopTool.run(["installations", "import", file] + state)
        #expect(imported.status == 0)
        let count = try await BellhopTool.run(
            ["segment", "count", "tag beta and last_seen > 1d ago"] + state)
        #expect(count.output == "\(Self.count / 3)\n")
        let wrong = try await BellhopTool.run(
            ["segment", "count", "tag beta and lst_seen > 7d ago"] + state)
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("column 14: \"lst_seen\""), "\(wrong.errors)")
        #expect(wrong.errors.contains("did you mean last_seen?"), "\(wrong.errors)")
        #expect(wrong.errors.contains("\n  \(String(repeating: " ", count: 13))^"))
        let created = try await BellhopTool.run(
            ["segment", "create", "betas", "tag beta", "--format", "json"] + state)
        #expect(try JSONValue(parsing: created.output)["filter"]?.stringValue == "tag beta")
        let sent = try await BellhopTool.run(
            ["campaign", "start", "--audience", "segment:betas", "--wait", "--format", "json"]
                + ["--file", folder.path + "/offer.apns"] + state)
        #expect(sent.status == 0)
        let campaign = try JSONValue(parsing: sent.output)
        #expect(campaign["totals", "accepted"]?.intValue == Self.count / 3)
        #expect(campaign["audience"]?.stringValue == "tag beta")
        #expect(
            try await BellhopTool.run(["segment", "list"] + state).output == "betas: tag beta\n")
        let deleted = try await BellhopTool.run(["segment", "delete", "betas"] + state)
        #expect(deleted.status == 0)
        let none = try await BellhopTool.run(["segment", "show", "betas"] + state)
        #expect(none.status == 65)
    }

    /// Sends to lists of installations and users with `bellhop send`, which refuses invalid
    /// requests.
    private static func sendToList(_ folder: TemporaryFolder) async throws {
        let state = ["--state-dir", folder.path]
        let lines = try String(contentsOfFile: folder.path + "/fleet.jsonl", encoding: .utf8)
            .split(separator: "\n")
        let ids = try lines.map {
            try #require(try JSONValue(parsing: String($0))["id"]?.stringValue)
        }
        let list = folder.path + "/list.txt"
        try (ids.prefix(100) + ["nobody"]).joined(separator: "\n").write(
            toFile: list, atomically: true, encoding: .utf8)
        let sent = try await BellhopTool.run(
            ["send", "--audience", "installations:\(list)", "--app", "dev.bellhop.demo"]
                + ["--title", "Offer", "--body", "Dinner is ready", "--wait"]
                + ["--format", "json"] + state)
        #expect(sent.status == 0, "\(sent)")
        let campaign = try JSONValue(parsing: sent.output)
        #expect(campaign["totals", "accepted"]?.intValue == 100)
        #expect(campaign["state"]?.stringValue == "done")
        let users = try await BellhopTool.run(
            ["send", "--audience", "users:-", "--file", folder.path + "/offer.apns"] + state
                + ["--wait"], input: "nobody\n")
        #expect(users.status == 0, "\(users)")
        #expect(users.output.contains("to user in (\"nobody\")"), "\(users.output)")
        let long = folder.path + "/long.txt"
        try (1...1000).map { "installation-\($0)" }.joined(separator: "\n").write(
            toFile: long, atomically: true, encoding: .utf8)
        for (arguments, status, phrase) in [
            (["--audience", "installations:\(long)", "--body", "x"], 65, "and the limit is 8192"),
            (["--audience", "users:\(folder.path)/none", "--body", "x"], 66, "check the path"),
            (["--audience", "all"], 64, "there is no message"),
            (["--audience", "all", "--body", "x", "--file", "y"], 64, "--file replaces"),
            (["--audience", "users:-", "--file", "-"], 64, "cannot both be read"),
            (["--audience", "tga beta", "--body", "x"], 65, "column 1"),
        ] as [([String], Int32, String)] {
            let refused = try await BellhopTool.run(["send"] + arguments + state)
            #expect(refused.status == status, "\(refused)")
            #expect(refused.errors.contains(phrase), "\(refused.errors)")
        }
    }

    /// Checks that the trace of a notification names its campaign and its outcome, although no row
    /// of the database contains them.
    private static func explainOne(of campaign: String, _ state: [String]) async throws {
        let log = try await BellhopTool.run(["apns", "log", "--format", "json"] + state)
        let line = try #require(log.output.split(separator: "\n").last)
        let id = try #require(try JSONValue(parsing: String(line))["apns_id"]?.stringValue)
        let explained = try await BellhopTool.run(
            ["explain", "--id", id, "--format", "json"] + state)
        #expect(explained.output.contains(campaign), "\(explained.output)")
        #expect(explained.output.contains("\"accepted\""), "\(explained.output)")
        let text = try await BellhopTool.run(["explain", "--id", id] + state)
        #expect(text.output.contains("belongs to the campaign \(campaign)"), "\(text.output)")
    }
}
