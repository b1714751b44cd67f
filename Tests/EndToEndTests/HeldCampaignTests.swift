// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// A campaign that waits because the gateway's master key is missing, and continues with the key.
@Suite(.timeLimit(.minutes(30)))
struct HeldCampaignTests {
    private static let count = 30

    @Test func `a campaign waits for the master key, and then reaches every installation`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.apns, in: folder) { _ in
                let state = ["--state-dir", folder.path]
                try await Self.serve(folder) { try await Self.register(folder, state) }
                let (key, aside) = (folder.path + "/master.key", folder.path + "/aside")
                try FileManager.default.moveItem(atPath: key, toPath: aside)
                let id = try await Self.serve(folder) {
                    let sent = try await BellhopTool.run(
                        ["send", "--audience", "all", "--body", "Hi", "--format", "json"] + state)
                    #expect(sent.status == 0, "\(sent)")
                    let id = try #require(try JSONValue(parsing: sent.output)["id"]?.stringValue)
                    try await Self.wait(for: id, state) {
                        ($0["totals", "retrying"]?.intValue ?? 0) > 0
                    }
                    return id
                }
                let other = Data(Data(repeating: 1, count: 32).base64EncodedString().utf8)
                #expect(
                    FileManager.default.createFile(
                        atPath: key, contents: other, attributes: [.posixPermissions: 0o600]))
                try await Self.serve(folder) {
                    let shown = try await BellhopTool.run(["campaign", "show", id] + state)
                    #expect(shown.output.contains("waits: the master key does not open"))
                    let log = try await BellhopTool.run(
                        ["apns", "log", "--format", "json"] + state)
                    #expect(!log.output.contains("apns_id"), "\(log.output)")
                }
                try FileManager.default.removeItem(atPath: key)
                try FileManager.default.moveItem(atPath: aside, toPath: key)
                try await Self.serve(folder) {
                    try await Self.wait(for: id, state) { $0["state"]?.stringValue == "done" }
                    let shown = try await BellhopTool.run(
                        ["campaign", "show", id, "--format", "json"] + state)
                    let campaign = try JSONValue(parsing: shown.output)
                    #expect(campaign["totals", "accepted"]?.intValue == Self.count)
                    #expect(campaign["held_reason"] == nil)
                }
            }
        }
    }

    private static func serve<Value: Sendable>(
        _ folder: TemporaryFolder, _ body: () async throws -> Value
    ) async throws -> Value {
        try await BellhopProcess.with(.serve, in: folder, arguments: ["--simulator"]) { _ in
            try await body()
        }
    }

    private static func register(_ folder: TemporaryFolder, _ state: [String]) async throws {
        let fleet = try await BellhopTool.run(["fleet", "create", "\(count)"] + state)
        let file = folder.path + "/fleet.jsonl"
        try fleet.output.write(toFile: file, atomically: true, encoding: .utf8)
        let imported = try await BellhopTool.run(["installations", "import", file] + state)
        #expect(imported.status == 0, "\(imported)")
    }

    /// Requests a campaign until a condition holds; otherwise, only the test's time limit ends the
    /// loop.
    private static func wait(
        for id: String, _ state: [String], _ condition: (JSONValue) -> Bool
    ) async throws {
        while true {
            try Task.checkCancellation()
            let shown = try await BellhopTool.run(
                ["campaign", "show", id, "--format", "json"] + state)
            if condition(try JSONValue(parsing: shown.output)) { return }
        }
    }
}
