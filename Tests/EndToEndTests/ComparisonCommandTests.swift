// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop apns compare` against a local simulator; Apple's servers cannot be tried in a test.
@Suite(.timeLimit(.minutes(30)))
struct ComparisonCommandTests {
    private func compare(
        _ apns: BellhopProcess, _ more: [String] = []
    ) async throws -> Program.Result {
        try await BellhopTool.run(
            [
                "apns", "compare", "--to", "127.0.0.1:\(try apns.port(of: "sandbox"))", "--ca",
                apns.state.path("ca.pem"), "--key",
                apns.state.path("simulator-key.p8"), "--key-id", "SIMULATOR1", "--team-id",
                "BELLHOPDEV", "--topic", "dev.bellhop.demo",
            ] + more)
    }

    @Test func `two simulators respond alike, and the comparison uses one connection`() async throws
    {
        try await TemporaryFolder.with { folder in
            let record = folder.path("record.jsonl")
            try await BellhopProcess.with(.apns, arguments: ["--record", record]) { apns in
                let result = try await compare(apns)
                #expect(result.status == 0, "\(result)")
                #expect(result.output.contains("the simulator responds like 127.0.0.1:"))
            }
            let connections = try folder.read("record.jsonl").split(separator: "\n")
                .compactMap { try JSONValue(parsing: String($0))["connection"]?.intValue }
            #expect(Set(connections) == [1] && connections.count > 20)
        }
    }

    @Test func `the comparison finds a reason that a fault has changed`() async throws {
        let fault = #"{"fault":"status","status":400,"reason":"BadTopic","count":1,"stream":5}"#
        try await BellhopProcess.with(.apns, arguments: ["--fault", fault]) { apns in
            let result = try await compare(apns, ["--format", "json"])
            #expect(result.status == 1, "\(result)")
            let value = try JSONValue(parsing: result.output)
            let different = (value["requests"]?.arrayValue ?? []).filter {
                $0["differences"]?.arrayValue?.isEmpty == false
            }
            #expect(different.count == 1, "\(result)")
            #expect(different.first?["server", "reason"] == "BadTopic", "\(result)")
            #expect(different.first?["simulator", "reason"] == "BadDeviceToken", "\(result)")
            let key = try apns.state.read("simulator-key.p8").split(separator: "\n")[1]
            for secret in ["SIMULATOR1", "BELLHOPDEV", "dev.bellhop.demo", "bearer", String(key)] {
                #expect(!result.output.contains(secret), "\(secret)")
            }
            let text = try await compare(apns)
            #expect(text.status == 0, "\(text)")
        }
    }

    @Test func `a server that closes the connection ends the comparison`() async throws {
        let fault = #"{"fault":"cut","connection":1,"stream":7}"#
        try await BellhopProcess.with(.apns, arguments: ["--fault", fault]) { apns in
            let result = try await compare(apns)
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("the comparison ended early"), "\(result)")
            let log = try await apns.bellhop(["apns", "assert", "--max", "4"])
            #expect(log.status == 0, "\(log)")
        }
    }

    @Test(arguments: [
        ([], "give either --live or --to"),
        (["--live", "--to", "127.0.0.1:1"], "give either --live or --to"),
        (["--live", "--ca", "ca.pem"], "--ca needs --to"),
        (["--to", "127.0.0.1"], "is not a host and a port"),
        (["--to", "api.push.apple.com:443"], "use --live"),
        (["--to", "127.0.0.1:1", "--topic", "no app"], "is not a bundle identifier"),
    ])
    func `wrong options are refused before anything is sent`(
        options: [String], part: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let key = folder.path("key.p8")
            let made = try await BellhopTool.run(["keygen", "--out", key])
            let result = try await BellhopTool.run(
                [
                    "apns", "compare", "--key", key, "--key-id", "ABC123DEFG", "--team-id",
                    "TEAM123456",
                ] + (options.contains("--topic") ? [] : ["--topic", "com.example.app"]) + options)
            #expect(result.status == 64, "\(made) \(result)")
            #expect(result.errors.contains(part), "\(result)")
        }
    }
}
