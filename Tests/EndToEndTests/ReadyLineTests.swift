// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

/// `bellhop apns --ready-json`: the line that a test runner in any language reads.
@Suite(.timeLimit(.minutes(30)))
struct ReadyLineTests {
    private static let arguments = [
        "apns", "--ready-json", "--sandbox-port", "0", "--production-port", "0", "--control-port",
        "0",
    ]

    @Test func `the ready line names FCM and the Web Push service if they have ports`() async throws
    {
        try await Self.run(with: ["--fcm-port", "0", "--web-push-port", "0"]) { line, input in
            let simulator = try await HTTPCaller(base: line.text("control")).get("/v1/simulator")
            for name in ["fcm", "web_push"] {
                let port = try #require(line[.key(name), "port"]?.intValue)
                #expect(port > 0)
                #expect(try simulator.json[.key(name), "port"]?.intValue == port)
                #expect(line[.key(name), "url"]?.stringValue == "http://127.0.0.1:\(port)")
            }
            let account = try #require(line["fcm", "service_account"]?.stringValue)
            let text = try String(contentsOfFile: account, encoding: .utf8)
            #expect(text.contains("BEGIN PRIVATE KEY"))
            #expect(try JSONValue(parsing: text)["project_id"] == line["fcm", "project"])
            for file in [line["fcm", "token"], line["web_push", "subscription"]] {
                let path = try #require(file?.stringValue)
                #expect(FileManager.default.isReadableFile(atPath: path))
            }
            try await input.finish()
        }
    }

    @Test func `one ready line names all endpoints, and closing standard input ends the simulator`()
        async throws
    {
        let folder = try await Self.run { line, input in
            #expect(line["ready"]?.boolValue == true)
            #expect(line["fcm"] == nil)
            #expect(line["app"]?.stringValue == "dev.bellhop.demo")
            let control = try line.text("control")
            let simulator = try await HTTPCaller(base: control).get("/v1/simulator").json
            for name in ["sandbox", "production", "sandbox_channels", "production_channels"] {
                #expect(line[.key(name)] == simulator[.key(name)])
                #expect((line[.key(name), "port"]?.intValue ?? 0) > 0)
            }
            let key = try #require(line["key", "path"]?.stringValue)
            #expect(
                try String(contentsOfFile: key, encoding: .utf8).contains("BEGIN PRIVATE KEY"))
            #expect(line["key", "key_id"]?.stringValue == "SIMULATOR1")
            let authority = try line.text("authority")
            #expect(
                try String(contentsOfFile: authority, encoding: .utf8)
                    .contains("BEGIN CERTIFICATE"))
            try await input.finish()
            return try line.text("state_dir")
        }
        #expect(!FileManager.default.fileExists(atPath: folder), "the state has to be removed")
    }

    @Test func `SIGTERM ends the simulator, and two simulators run at the same time`()
        async throws
    {
        async let first = Self.run { line, _ in
            let pid = try #require(line["pid"]?.intValue)
            #expect(kill(pid_t(pid), SIGTERM) == 0)
            return try line.text("state_dir")
        }
        async let second = Self.run { line, input in
            try await input.finish()
            return try line.text("state_dir")
        }
        let folders = try await [first, second]
        #expect(folders[0] != folders[1])
        #expect(folders.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    }

    /// Runs the simulator with a pipe to its standard input, passes its first line to a closure,
    /// and checks that it wrote nothing else and ended with status 0.
    private static func run<Value: Sendable>(
        with more: [String] = [],
        _ body: @escaping @Sendable (JSONValue, StandardInputWriter) async throws -> Value
    ) async throws -> Value {
        let output = Transcript()
        let errors = Transcript()
        let result = try await Subprocess.run(
            try BellhopTool.executable(), arguments: Arguments(arguments + more),
            environment: .inherit.updating(["NO_COLOR": "1"]),
            input: .inputWriter, output: .sequence, error: .sequence
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await output.read(execution.standardOutput) }
                group.addTask { await errors.read(execution.standardError) }
                group.addTask {
                    try? await TimeSource.system.sleep(for: .seconds(1200))
                    if !Task.isCancelled { try? execution.send(signal: .kill) }
                }
                do {
                    guard await output.wait(for: "\n") else {
                        throw Program.Failure(description: await errors.text)
                    }
                    let line = try JSONValue(parsing: await output.text)
                    let value = try await body(line, execution.standardInputWriter)
                    await output.waitForEnd()
                    await errors.waitForEnd()
                    group.cancelAll()
                    return value
                } catch {
                    try? execution.send(signal: .kill)
                    await output.waitForEnd()
                    await errors.waitForEnd()
                    group.cancelAll()
                    throw error
                }
            }
        }
        let text = await output.text
        #expect(text.split(separator: "\n").count == 1, "\(text)")
        let written = await errors.text
        #expect(result.terminationStatus.number == 0, "\(written)")
        return result.closureResult
    }
}
