// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

/// Text from outside on a terminal, and input that is not a regular file.
@Suite(.timeLimit(.minutes(30)))
struct OutsideTextTests {
    /// Clears the screen, sets the window's title, and reverses the direction of the text that
    /// follows.
    private static let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}"

    private func isHarmless(_ result: Program.Result) -> Bool {
        [result.output, result.errors].allSatisfy { PrintableText.lines($0) == $0 }
    }

    @Test(
        arguments: [
            ["push", hostile], ["push", "x.apns", "--type", hostile],
            ["push", "x.apns", "--\(hostile)"],
            [hostile], ["device", hostile], ["explain", "--reason", hostile],
            ["explain", "--symptom", hostile], ["explain", hostile], ["token", "inspect", hostile],
            ["cert", "inspect", hostile], ["keygen", "--encryption", hostile],
            ["keygen", "--out", "/nowhere/\(hostile)"], ["push", "x", "--ca", hostile],
            ["push", "x", "--key", hostile, "--team-id", "TEAM123456", "--key-id", "ABC123DEFG"],
            ["explain", "x", "--app-config", hostile],
            ["up", "--state-dir", "/nowhere/\(hostile)"],
            ["load", "--tokens", hostile], ["seal", hostile, "--app", "a.b", "--to", hostile],
            ["open", hostile, "--app", "a.b", "--key", hostile],
        ])
    func `an argument cannot control the terminal`(arguments: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let result = try await BellhopTool.run(arguments, in: folder.path)
            #expect(result.status != 0)
            #expect(isHarmless(result), "\(result)")
        }
    }

    @Test func `a file cannot control the terminal, and JSON output stays valid`() async throws {
        try await TemporaryFolder.with { folder in
            let header = try folder.write("---\nx-\(Self.hostile): 1\n---\n{}", to: "a.apns")
            let refused = try await BellhopTool.run(["explain", header])
            #expect(refused.status == 65)
            #expect(isHarmless(refused), "\(refused)")
            let payload = try folder.write(
                JSONWriter.text(["aps": ["alert": .string("Hi \(Self.hostile)")]]), to: "b.apns")
            let explained = try await BellhopTool.run(["explain", payload])
            #expect(isHarmless(explained), "\(explained)")
            let json = try await BellhopTool.run(["explain", payload, "--format", "json"])
            #expect(isHarmless(json), "\(json)")
            _ = try JSONValue(parsing: json.output)
        }
    }

    @Test func `a command reads a process substitution in place of a file`() async throws {
        let tool = try #require(BellhopTool.path)
        let script = """
            "\(tool)" explain <(printf '{"aps":{"alert":"Dinner is ready"}}')
            """
        let result = try await Program.run(.name("bash"), ["-c", script])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Dinner is ready"))
        let empty = try await Program.run(
            .name("bash"), ["-c", "\"\(tool)\" cert inspect <(true)"])
        #expect(empty.status == 65, "\(empty)")
    }

    @Test(arguments: ["/dev/zero", "/dev/stdin"])
    func `a device file is rejected and does not block`(path: String) async throws {
        let result = try await BellhopTool.run(["cert", "inspect", path])
        #expect([65, 66].contains(result.status), "\(result)")
        #expect(result.isOneLineError, "\(result)")
    }
}
