// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// `scripts/test.py`, which ends runs that hang and summarizes failures, with a shell in place of
/// `swift test`.
@Suite(.timeLimit(.minutes(30)))
struct TestRunnerTests {
    /// Runs a shell script in place of the tests.
    ///
    /// - Parameter quietMinutes: Longer than the script could ever take, unless it hangs.
    private func run(
        _ script: String, quietMinutes: Double = 20, apart module: String? = nil
    ) async throws -> Program.Result {
        let runner = BellhopTool.root + "/scripts/test.py"
        // The arguments after the script are passed to it: $0 is the option, $1 the file of events.
        return try await Program.run(
            tool: "python3",
            [runner, "--quiet-minutes", "\(quietMinutes)"]
                + (module.map { ["--apart", $0] } ?? []) + ["--", "sh", "-c", script])
    }

    /// Returns the records of a test function in the event stream.
    private static func events(_ name: String, _ kinds: String...) -> [String] {
        let id = "Module.Suite/`\(name)`()/File.swift:7:4"
        let location = #""sourceLocation":{"fileID":"Module/File.swift","line":7}"#
        let names = #""id":"\#(id)","name":"\#(name)""#
        let test = #""kind":"test","payload":{"kind":"function",\#(names),\#(location)}"#
        return [test]
            + kinds.map { #""kind":"event","payload":{"kind":"\#($0)","testID":"\#(id)"}"# }
    }

    /// Returns the record of an issue of a test, at line 9.
    private static func issue(_ name: String, _ text: String, isFailure: Bool = true) -> String {
        let id = "Module.Suite/`\(name)`()/File.swift:7:4"
        let location = #""sourceLocation":{"fileID":"Module/File.swift","line":9}"#
        let issue = #""issue":{"isFailure":\#(isFailure),"isKnown":false,\#(location)}"#
        let messages = #""messages":[{"symbol":"fail","text":"\#(text)"}]"#
        let payload = #""kind":"issueRecorded","testID":"\#(id)",\#(issue),\#(messages)"#
        return #""kind":"event","payload":{\#(payload)}"#
    }

    /// Returns a shell command that writes all lines at once, so that no other process writes
    /// between them.
    private static func writing(_ lines: [String]) -> String {
        "cat >>$1 <<'END'\n" + lines.map { "{\($0)}\n" }.joined() + "END\n"
    }

    @Test func `a run that hangs is ended, and the tests that were running are named`() async throws
    {
        let result = try await run(
            Self.writing(
                Self.events("swift", "testStarted", "testEnded")
                    + Self.events("slow", "testStarted")) + "exec sleep 3600",
            quietMinutes: 0.02)
        #expect(result.status == 1)
        #expect(result.errors.contains("1 started and did not end"), "\(result.errors)")
        #expect(result.errors.contains("  slow  (Module/File.swift:7)"), "\(result.errors)")
        #expect(!result.errors.contains("  swift  ("), "\(result.errors)")
    }

    @Test func `a run that uses the processor is not a hang`() async throws {
        // The script works for 14 seconds, longer than the 9 seconds for which it may be idle.
        let work = """
            end=$(($(date +%s) + 14))
            while [ $(date +%s) -lt $end ]; do
                i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; sleep 0.2
            done
            exit 3
            """
        let result = try await run(
            Self.writing(Self.events("busy", "testStarted")) + work, quietMinutes: 0.15)
        #expect(result.status == 3, "\(result.errors)")
    }

    @Test(arguments: [0, 1, 77])
    func `a run that ends keeps its status`(status: Int32) async throws {
        let result = try await run(
            Self.writing(Self.events("swift", "testStarted", "testEnded")) + "exit \(status)")
        #expect(result.status == status)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test func `a run without any test is an error`() async throws {
        let result = try await run("exit 0")
        #expect(result.status == 2)
        #expect(result.errors.contains("no test ran"), "\(result.errors)")
    }

    @Test func `a long build is not a hang`() async throws {
        let result = try await run("sleep 3; exit 3", quietMinutes: 0.02)
        #expect(result.status == 3)
    }

    @Test
    func `failures are summarized with name, location, first line and a command to repeat them`()
        async throws
    {
        let result = try await run(
            Self.writing(
                Self.events("it works", "testStarted") + Self.events("fine", "testStarted")
                    + [
                        Self.issue("it works", #"Expectation failed: 1 == 2\nand more"#),
                        Self.issue("fine", "take care", isFailure: false),
                    ] + Self.events("it works", "testEnded") + Self.events("fine", "testEnded"))
                + "exit 1")
        #expect(result.status == 1)
        #expect(
            result.errors == """

                tests: 1 of 2 failed:

                  it works  (Module/File.swift:7)
                    - Module/File.swift:9: Expectation failed: 1 == 2
                      make test FILTER='Module.Suite/.it works.'

                """)
    }

    /// Returns a shell script that does one thing in the run of the module Slow, and another in the
    /// other run. The last argument of both runs is the file of events.
    private static func parts(module: String, others: String) -> String {
        // The first option, --ignore-lock, is $0.
        """
        arguments="$0 $*"
        shift $(($# - 1))
        case "$arguments" in
        *"--filter ^Slow"*) \(module) ;;
        *"--skip ^Slow"*) \(others) ;;
        *) exit 99 ;;
        esac
        """
    }

    @Test func `a module runs apart from the others, and failures of both are summarized`()
        async throws
    {
        func failing(_ name: String) -> String {
            Self.writing(
                Self.events(name, "testStarted") + [Self.issue(name, "no")]
                    + Self.events(name, "testEnded")) + "echo output of \(name); exit 1"
        }
        let result = try await run(
            Self.parts(module: failing("slow"), others: failing("fast")), apart: "Slow")
        #expect(result.status == 1)
        #expect(result.errors.contains("tests: 2 of 2 failed:"), "\(result.errors)")
        for name in ["slow", "fast"] {
            #expect(result.errors.contains("  \(name)  (Module/File.swift:7)"))
            #expect(result.output.contains("output of \(name)\n"), "\(result.output)")
        }
    }

    @Test(arguments: [0, 1])
    func `a run in which either process runs no test is an error`(missing: Int) async throws {
        let passing = Self.writing(Self.events("swift", "testStarted", "testEnded")) + "exit 0"
        var parts = [passing, passing]
        parts[missing] = "exit 0"
        let result = try await run(
            Self.parts(module: parts[0], others: parts[1]), apart: "Slow")
        #expect(result.status == 2)
        #expect(result.errors.contains("no test ran"), "\(result.errors)")
    }

    @Test(arguments: [[0, 3], [3, 0]])
    func `a run in two processes has the status of the process that failed`(
        statuses: [Int]
    ) async throws {
        let passing = Self.writing(Self.events("swift", "testStarted", "testEnded"))
        let result = try await run(
            Self.parts(
                module: passing + "exit \(statuses[0])", others: passing + "exit \(statuses[1])"),
            apart: "Slow")
        #expect(result.status == 3)
    }

    @Test func `after a crash, the tests that were running are named`() async throws {
        let result = try await run(
            Self.writing(Self.events("crashing", "testStarted")) + "kill -9 $$")
        #expect(result.status != 0)
        #expect(result.errors.contains("one of them may have crashed it"), "\(result.errors)")
        #expect(result.errors.contains("  crashing  (Module/File.swift:7)"))
    }
}
