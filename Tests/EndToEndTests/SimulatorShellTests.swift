// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop apns` with a configuration, and the commands that use a running simulator.
@Suite(.timeLimit(.minutes(30)))
struct SimulatorShellTests {
    private static let token = String(repeating: "0a", count: 32)
    private static let configuration = """
        virtual_clock: true
        apps:
          - {bundle_id: com.example.shop, team_id: BELLHOPDEV}
        devices:
          - {id: alice, app: com.example.shop, token: \(token)}
        faults:
          - {fault: status, status: 503, reason: ServiceUnavailable, count: 1, name: first}
        """

    private func push(_ apns: BellhopProcess) async throws -> Program.Result {
        try await BellhopTool.run([
            "push", BellhopTool.example("message"), "--device", Self.token, "--topic",
            "com.example.shop", "--host", "127.0.0.1", "--port",
            String(try apns.port(of: "sandbox")), "--ca", apns.state.path("ca.pem"), "--key",
            apns.state.path("simulator-key.p8"), "--key-id", "SIMULATOR1", "--team-id",
            "BELLHOPDEV",
        ])
    }

    @Test func `a sender's requests are shown, awaited and checked from the shell`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(Self.configuration, to: "simulator.yaml")
            try await BellhopProcess.with(.apns, arguments: ["--config", file]) { apns in
                _ = try await push(apns)
                _ = try await push(apns)
                let log = try await apns.bellhop(["apns", "log", "--format", "json"])
                let lines = try log.output.split(separator: "\n").map {
                    try JSONValue(parsing: String($0))
                }
                #expect(lines.first?["status"]?.intValue == 503)
                #expect(lines.last?["status"]?.intValue == 200)
                let waited = try await apns.bellhop(
                    ["apns", "wait", "--count", "1", "--status", "200"])
                #expect(waited.status == 0 && waited.output.contains("com.example.shop"))
                let late = try await apns.bellhop(
                    ["apns", "wait", "--count", "9", "--status", "200", "--timeout", "0"])
                #expect(late.status == 1 && late.errors.contains("of 9 requests arrived"))
                let right = try await apns.bellhop(
                    ["apns", "assert", "--min", "1", "--app", "com.example.shop"])
                #expect(right.status == 0, "\(right)")
                let wrong = try await apns.bellhop(
                    ["apns", "assert", "--count", "0", "--status", "503"])
                #expect(wrong.status == 1, "\(wrong)")
                #expect(wrong.errors.contains("but 0 are expected"), "\(wrong)")
                #expect(wrong.errors.contains("ServiceUnavailable"), "\(wrong)")
            }
        }
    }

    @Test func `faults are added and removed, and a reset restores the configuration`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(Self.configuration, to: "simulator.yaml")
            let flags = [
                "--config", file, "--fault", #"second={"fault":"status","status":500}"#,
            ]
            try await BellhopProcess.with(.apns, arguments: flags) { apns in
                let list = try await apns.bellhop(["apns", "fault", "list"])
                #expect(list.output.contains("first") && list.output.contains("second"))
                let added = try await apns.bellhop(
                    ["apns", "fault", "add", #"third={"fault":"silence","count":1}"#])
                #expect(added.status == 0 && added.output.contains("third"))
                #expect(try await apns.bellhop(["apns", "fault", "remove", "third"]).status == 0)
                #expect(try await apns.bellhop(["apns", "fault", "remove", "third"]).status == 65)
                #expect(try await apns.bellhop(["apns", "fault", "add", "[]"]).status == 64)
                #expect(try await apns.bellhop(["apns", "reset"]).status == 0)
                let after = try await apns.bellhop(["apns", "fault", "list"])
                #expect(after.output.contains("first") && !after.output.contains("second"))
                let fleet = try await apns.bellhop(["fleet", "create", "3"])
                #expect(fleet.output.split(separator: "\n").count == 3)
            }
        }
    }

    @Test func `the effective configuration can be printed and read again without a change`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(Self.configuration, to: "simulator.yaml")
            let flags = ["apns", "--print-config", "--config"]
            let first = try await BellhopTool.run(flags + [file, "--sandbox-port", "0"])
            #expect(first.status == 0 && first.output.contains("  sandbox: 0"), "\(first)")
            let second = try await BellhopTool.run(
                flags + [try folder.write(first.output, to: "printed.yaml")])
            #expect(second.output == first.output)
        }
    }

    @Test func `an error in the configuration is reported with its position`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write("apps:\n  - bundle_ids: a", to: "simulator.yaml")
            let result = try await BellhopTool.run(["apns", "--config", file])
            #expect(result.status == 65, "\(result)")
            #expect(
                result.errors.contains("simulator.yaml:2:5: apps[0].bundle_ids: there is no such"),
                "\(result)")
            #expect(result.isOneLineError, "\(result)")
        }
    }
}
