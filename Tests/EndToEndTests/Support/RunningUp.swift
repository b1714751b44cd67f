// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests that share a `bellhop up`: each group has its own process, and its tests run one after the
/// other. There are several groups, so that these tests do not run alone when all others have
/// ended.
enum RunningUp {
    /// Phones, their apps and the notifications that they receive.
    @Suite(.serialized, .runningUp, .timeLimit(.minutes(30))) struct Phones {}

    /// Commands that send, and what happens to a push.
    @Suite(.serialized, .runningUp, .timeLimit(.minutes(30))) struct Pushes {}

    /// The gateway's commands, and clients of the gateway and the simulator.
    @Suite(.serialized, .runningUp, .timeLimit(.minutes(30))) struct Gateways {}

    /// The process; fails the test outside of these suites.
    static func process() throws -> BellhopProcess {
        try #require(
            RunningUpTrait.current, "this test does not run inside of a suite of RunningUp")
    }

    /// Returns the process after the phone was locked, its app terminated, and its notifications
    /// removed.
    static func withFreshPhone() async throws -> (up: BellhopProcess, control: ControlCaller) {
        let up = try process()
        let control = try up.control()
        try await control.act("online")
        try await control.act("authorization", ["value": "authorized"])
        try await control.act("launch")
        try await control.act("terminate")
        try await control.act("lock")
        try await control.reset()
        return (up, control)
    }
}

/// Starts `bellhop up` before the first test of a suite and stops it after the last.
struct RunningUpTrait: SuiteTrait, TestScoping {
    @TaskLocal static var current: BellhopProcess?

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.up, in: folder) { up in
                try await Self.$current.withValue(up) { try await function() }
            }
        }
    }
}

extension Trait where Self == RunningUpTrait {
    static var runningUp: Self { Self() }
}

extension Program.Result {
    /// The text after a name at the start of a line, as `bellhop push` prints it.
    func row(_ name: String) -> String? {
        for line in output.split(separator: "\n") {
            let (head, rest) = (line.prefix { $0 != " " }, line.drop { $0 != " " })
            if head == name { return String(rest.drop { $0 == " " }) }
        }
        return nil
    }

    /// Whether standard error is one line that says what to try: it names the tool, contains no
    /// trace of a crash, and has a remedy after a semicolon or a period.
    var isOneLineError: Bool {
        errorLines.count == 1 && errors.hasPrefix("bellhop: ")
            && (errors.contains("; ") || errors.contains(". "))
            && !errors.contains("Fatal error") && !errors.contains("Error Domain") && output.isEmpty
    }
}
