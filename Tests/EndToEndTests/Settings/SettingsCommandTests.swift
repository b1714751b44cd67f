// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// `bellhop serve` with settings from the environment and the file, and `--print-config`.
@Suite(.timeLimit(.minutes(30)))
struct SettingsCommandTests {
    /// Runs the tool with environment variables.
    private static func run(
        _ arguments: [String], _ variables: [String: String] = [:], in folder: TemporaryFolder
    ) async throws -> Program.Result {
        let tool = try #require(BellhopTool.path)
        return try await Program.run(
            tool: "env", variables.map { "\($0.key)=\($0.value)" } + [tool] + arguments,
            in: folder.path)
    }

    private static func files(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }

    private static func makeState(_ text: String, in folder: TemporaryFolder) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(".bellhop"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try folder.write(text, to: ".bellhop/bellhop.yaml")
    }

    @Test func `printing the settings shows each origin, hides secrets and creates nothing`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try Self.makeState("# ours\nhost: 0.0.0.0\nport: 80\nlease: 60\n", in: folder)
            let variables = [
                "BELLHOP_LEASE": "90", "BELLHOP_DATABASE": "postgres://u:TOPSECRET@h/d",
            ]
            let arguments = ["serve", "--port", "9090", "--print-config"]
            let shown = try await Self.run(arguments, variables, in: folder)
            #expect(shown.status == 0, "\(shown)")
            #expect(shown.errors.isEmpty, "\(shown)")
            for row in [
                /port +9090 +flag --port/, /lease +90 +environment BELLHOP_LEASE/,
                /host +0\.0\.0\.0 +\.bellhop\/bellhop\.yaml:2/, /drain_wait +0 +default/,
                /database +postgres:\/\/u:hidden@h\/d +environment BELLHOP_DATABASE/,
            ] {
                #expect(try row.firstMatch(in: shown.output) != nil, "\(shown.output)")
            }
            #expect(!shown.output.contains("TOPSECRET"))
            let json = try await Self.run(arguments + ["--format", "json"], variables, in: folder)
            #expect(json.status == 0, "\(json)")
            let rows = try JSONValue(parsing: json.output)["settings"]?.arrayValue ?? []
            let host = rows.first { $0["key"]?.stringValue == "host" }
            #expect(host?["line"] == 2)
            #expect(host?["file"] == ".bellhop/bellhop.yaml")
            #expect(!json.output.contains("TOPSECRET"))
            #expect(try Self.files(in: folder) == [".bellhop", ".bellhop/bellhop.yaml"])
        }
    }

    @Test func `without a state directory, the defaults are printed and no directory is created`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let shown = try await Self.run(["serve", "--print-config"], in: folder)
            #expect(shown.status == 0, "\(shown)")
            #expect(try /port +8080 +default/.firstMatch(in: shown.output) != nil)
            #expect(try Self.files(in: folder).isEmpty)
        }
    }

    @Test func `serve and --print-config report the same errors, and nothing is created`()
        async throws
    {
        let cases: [([String], [String: String], String?, Int32, String)] = [
            (["--port", "70000"], [:], nil, 64, "--port: this is \"70000\""),
            ([], ["BELLHOP_LEASE": "1"], nil, 65, "BELLHOP_LEASE: this is \"1\""),
            ([], [:], "host: a\nprot: 1\n", 65, ".bellhop/bellhop.yaml:2:1: prot: "),
            ([], [:], "host: a\nport: -1\n", 65, ".bellhop/bellhop.yaml:2:7: port: "),
            (["--config", "none.yaml"], [:], nil, 66, "none.yaml"),
            ([], ["BELLHOP_MASTER_KEY": "TOPSECRET"], nil, 65, "BELLHOP_MASTER_KEY: "),
            (["--master-key-file", "none.key"], [:], nil, 66, "none.key"),
            (["--database", "mysql://u:TOPSECRET@h/d"], [:], nil, 64, "--database: "),
        ]
        for (arguments, variables, file, status, phrase) in cases {
            try await TemporaryFolder.with { folder in
                if let file { try Self.makeState(file, in: folder) }
                let before = try Self.files(in: folder)
                let run = try await Self.run(["serve"] + arguments, variables, in: folder)
                let print = try await Self.run(
                    ["serve", "--print-config"] + arguments, variables, in: folder)
                #expect(run.status == status, "\(run)")
                #expect(run.errors.contains(phrase), "\(run)")
                #expect(!run.errors.contains("TOPSECRET"), "\(run)")
                #expect(print.status == run.status && print.errors == run.errors, "\(print)")
                #expect(print.output.isEmpty, "\(print)")
                #expect(try Self.files(in: folder) == before)
            }
        }
    }

    @Test func `a settings file in a directory that every user can change is refused`() async throws
    {
        try await TemporaryFolder.with { folder in
            try Self.makeState("port: 0\n", in: folder)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: folder.path(".bellhop"))
            let result = try await Self.run(["serve", "--print-config"], in: folder)
            #expect(result.status == 73, "\(result)")
            #expect(result.isOneLineError, "\(result)")
        }
    }

    @Test func `the option --format requires --print-config`() async throws {
        let result = try await BellhopTool.run(["serve", "--format", "json"])
        #expect(result.status == 64, "\(result)")
        #expect(result.errors.contains("--print-config"), "\(result)")
    }

    @Test func `a gateway runs with the settings of its file`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(
                "log_level: notice\nlog_format: json\nhost_names: [push.example.com]\n",
                to: "bellhop.yaml")
            try await BellhopProcess.with(.serve, in: folder) { gateway in
                #expect(await gateway.errors.wait(for: "a master key was created"))
                let line = try #require(
                    await gateway.errors.text.split(separator: "\n").first {
                        $0.contains("a master key was created")
                    })
                let entry = try JSONValue(parsing: String(line))
                #expect(entry["level"] == "notice")
                #expect(entry["metadata", "file"]?.stringValue?.hasSuffix("master.key") == true)
                let caller = try gateway.gateway()
                for (host, status) in [("push.example.com", 200), ("other.example.com", 403)] {
                    let response = try await caller.call("GET", "/v1/apps", headers: ["host": host])
                    #expect(response.status == status, "\(host): \(response.text)")
                }
            }
        }
    }

    @Test func `the migrate command uses the database that the settings file names`() async throws {
        try await TemporaryFolder.with { folder in
            // Nothing listens on port 1.
            try Self.makeState("database: postgres://127.0.0.1:1/x\n", in: folder)
            let result = try await Self.run(["migrate", "--dry-run"], in: folder)
            #expect(result.status == 69 || result.status == 73, "\(result)")
            #expect(try Self.files(in: folder) == [".bellhop", ".bellhop/bellhop.yaml"])
        }
    }

    @Test func `the variable for the state directory is read by client commands`() async throws {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.serve, in: folder) { _ in
                let variables = ["BELLHOP_STATE_DIR": folder.path]
                let keys = try await Self.run(["key", "list"], variables, in: folder)
                #expect(keys.status == 0, "\(keys)")
            }
        }
    }
}
