// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop apns --record`, `diff` and `replay`, with real simulators and senders.
@Suite(.timeLimit(.minutes(30)))
struct RecordingCommandTests {
    private static let token = String(repeating: "0a", count: 32)
    private static let configuration = """
        apps:
          - {bundle_id: com.example.shop, team_id: BELLHOPDEV}
        devices:
          - {id: alice, app: com.example.shop, token: \(token)}
        """

    /// Records the requests of a sender, which sends one push for each list of options.
    private func record(
        _ name: String, in folder: TemporaryFolder, flags: [String] = [], pushes: [[String]]
    ) async throws -> String {
        let file = try folder.write(Self.configuration, to: "simulator.yaml")
        let record = folder.path(name)
        try await BellhopProcess.with(
            .apns, arguments: ["--config", file, "--record", record] + flags
        ) { apns in
            for push in pushes { _ = try await Self.push(push, apns) }
        }
        return record
    }

    private static func push(
        _ options: [String], _ apns: BellhopProcess
    ) async throws -> Program.Result {
        try await BellhopTool.run(
            [
                "push", BellhopTool.example("message"), "--device", token, "--topic",
                "com.example.shop", "--host", "127.0.0.1", "--port",
                String(try apns.port(of: "sandbox")), "--ca", apns.state.path("ca.pem"), "--key",
                apns.state.path("simulator-key.p8"), "--key-id", "SIMULATOR1", "--team-id",
                "BELLHOPDEV",
            ] + options)
    }

    @Test func `two runs of a sender are compared`() async throws {
        try await TemporaryFolder.with { folder in
            let first = try await record("first.jsonl", in: folder, pushes: [[], []])
            let same = try await record("same.jsonl", in: folder, pushes: [[], []])
            let other = try await record(
                "other.jsonl", in: folder,
                flags: ["--fault", #"{"fault":"status","status":503,"count":1}"#],
                pushes: [["--collapse-id", "x"]])

            let equal = try await BellhopTool.run(["apns", "diff", first, same])
            #expect(equal.status == 0, "\(equal)")
            #expect(equal.output == "no difference: 2 requests over 2 connections\n", "\(equal)")

            let different = try await BellhopTool.run(["apns", "diff", first, other])
            #expect(different.status == 1 && different.errors.isEmpty, "\(different)")
            for part in [
                "requests", "2 → 1", "status 503", "header apns-collapse-id", "appeared",
            ] {
                #expect(different.output.contains(part), "\(part): \(different)")
            }
            let json = try await BellhopTool.run(["apns", "diff", first, other, "--format", "json"])
            let value = try JSONValue(parsing: json.output)
            #expect(json.status == 1 && value["equal"] == false)
            #expect(value["a", "requests"]?.intValue == 2, "\(json)")
            #expect(value["differences"]?.arrayValue?.isEmpty == false)

            let text = try folder.read("first.jsonl")
            #expect(!text.contains(Self.token) && !text.contains("bearer"))
            #expect(text.contains("\"path\":\"/3/device/0a0a0a…"), "\(text)")
        }
    }

    @Test func `recorded requests are replayed to another simulator`() async throws {
        try await TemporaryFolder.with { folder in
            let record = try await record(
                "record.jsonl", in: folder, pushes: [[], ["--collapse-id", "x"]])
            try await BellhopProcess.with(.apns) { apns in
                let target = "127.0.0.1:\(try apns.port(of: "sandbox"))"
                let replay = ["apns", "replay", record, "--to", target, "--speed", "max"]
                let same = try await apns.bellhop(replay)
                #expect(same.status == 0, "\(same)")
                #expect(
                    same.output == "2 requests to \(target): all with the recorded outcome\n",
                    "\(same)")
                let log = try await apns.bellhop(
                    ["apns", "assert", "--count", "2", "--app", "com.example.shop"])
                #expect(log.status == 0, "\(log)")

                let fault = #"{"fault":"status","status":429,"reason":"TooManyRequests","count":1}"#
                #expect(try await apns.bellhop(["apns", "fault", "add", fault]).status == 0)
                let other = try await apns.bellhop(replay + ["--format", "json"])
                #expect(other.status == 1, "\(other)")
                let value = try JSONValue(parsing: other.output)
                #expect(value["different"]?.intValue == 1, "\(other)")
                #expect(value["differences", 0, "recorded", "status"]?.intValue == 200)
                #expect(value["differences", 0, "replayed", "reason"] == "TooManyRequests")
            }
        }
    }

    @Test func `a recording with tokens is replayed with a given key, without the control API`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let record = try await record(
                "record.jsonl", in: folder, flags: ["--record-tokens"], pushes: [[]])
            let file = try folder.write(Self.configuration, to: "simulator.yaml")
            try await BellhopProcess.with(.apns, arguments: ["--config", file]) { apns in
                let result = try await BellhopTool.run([
                    "apns", "replay", record, "--to",
                    "127.0.0.1:\(try apns.port(of: "production"))", "--state-dir",
                    folder.path("none"), "--ca", apns.state.path("ca.pem"), "--key",
                    apns.state.path("simulator-key.p8"), "--key-id", "SIMULATOR1", "--team-id",
                    "BELLHOPDEV",
                ])
                // The token belongs to the sandbox.
                #expect(result.status == 1, "\(result)")
                #expect(result.output.contains("200 → 400 BadDeviceToken"), "\(result)")
                #expect(!result.output.contains(Self.token))
            }
        }
    }

    @Test func `wrong input is reported in one line`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write("hello\n", to: "hello.jsonl")
            let record = try await record("record.jsonl", in: folder, pushes: [[]])
            for (arguments, status, part) in [
                (["diff", file, record], 65, "hello.jsonl:1: this line is not part of a record"),
                (["diff", folder.path("none"), record], 66, "cannot read this file"),
                (["replay", record, "--to", "127.0.0.1"], 64, "is not a host and a port"),
                (["replay", record, "--to", "api.push.apple.com:443"], 64, "Apple's servers"),
                (["replay", record, "--to", "[::1]:1", "--speed", "0"], 64, "is not a speed"),
                (["replay", record, "--to", "[::1]:1"], 64, "--key"),
            ] {
                let flags = arguments[0] == "replay" ? ["--state-dir", folder.path("none")] : []
                let result = try await BellhopTool.run(["apns"] + arguments + flags)
                #expect(result.status == status, "\(result)")
                #expect(result.errors.contains(part), "\(result)")
                #expect(result.isOneLineError, "\(result)")
            }
        }
    }
}
