// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// `scripts/test.py`, which ends runs that stand still, with a shell in place of `swift test`.
@Suite(.timeLimit(.minutes(1)))
struct TestRunnerTests {
    private func run(_ script: String) async throws -> Program.Result {
        let runner = BellhopTool.root + "/scripts/test.py"
        // What follows the script are its own arguments: $0 the option, $1 the file of events.
        return try await Program.run(
            tool: "python3", [runner, "--quiet-minutes", "0.02", "--", "sh", "-c", script])
    }

    private static func events(_ id: String, _ kinds: String...) -> String {
        let test = #""kind":"test","payload":{"kind":"function","id":"\#(id)","name":"\#(id)()"}"#
        let events = kinds.map { #""kind":"event","payload":{"kind":"\#($0)","testID":"\#(id)"}"# }
        return ([test] + events).map { "echo '{\($0)}' >>$1\n" }.joined()
    }

    @Test func `a run that stands still is ended and says which tests had not`() async throws {
        let result = try await run(
            Self.events("swift", "testStarted", "testEnded") + Self.events("slow", "testStarted")
                + "exec sleep 60")
        #expect(result.status == 1)
        #expect(result.errors.contains("1 began and did not end"), "\(result.errors)")
        #expect(result.errors.contains("  slow()"))
        #expect(!result.errors.contains("  swift()"))
    }

    @Test(arguments: [0, 1, 77])
    func `a run that ends keeps its status`(status: Int32) async throws {
        let result = try await run(Self.events("swift", "testStarted") + "exit \(status)")
        #expect(result.status == status)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test func `a long build is no hang`() async throws {
        let result = try await run("sleep 3; exit 3")
        #expect(result.status == 3)
    }
}
