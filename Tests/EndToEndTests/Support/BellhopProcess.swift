// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Synchronization
import Testing

/// A running `bellhop up`, `apns` or `serve` on free ports.
///
/// It lives as long as the closure given to ``with(_:in:arguments:lifetimeMax:_:)``, is then asked
/// to stop as by Ctrl-C, and has to end with status 0, unless the test killed it.
final class BellhopProcess: Sendable {
    /// What is run, with the flags that make it take free ports.
    enum Command: String {
        case up, apns, serve

        var portFlags: [String] {
            let simulator = [
                "--sandbox-port", "0", "--production-port", "0", "--control-port", "0",
            ]
            return switch self {
            // Tests count installations, so there is no made-up audience; tests that need it pass
            // the option.
            case .up: ["--port", "0", "--audience", "0"] + simulator
            case .apns: simulator
            case .serve: ["--port", "0"]
            }
        }
    }

    /// How long a process may take to end after Ctrl-C before it is killed; it needs a second.
    static let stopTimeMax = Duration.seconds(600)
    /// The text that servers print when they are ready.
    static let readyText = "Ctrl-C stops it"

    let command: Command
    /// The state directory.
    let state: TemporaryFolder
    let output = Transcript()
    let errors = Transcript()
    private let send: @Sendable (Signal) throws -> Void
    private let killed = Mutex(false)

    private init(
        _ command: Command, state: TemporaryFolder,
        send: @escaping @Sendable (Signal) throws -> Void
    ) {
        self.command = command
        self.state = state
        self.send = send
    }

    /// Runs a test with a server that is ready.
    ///
    /// - Parameters:
    ///   - state: The server's state directory; servers with the same directory find each other.
    ///   - lifetimeMax: The time after which the server is killed, which fails the test.
    static func with<Value: Sendable>(
        _ command: Command, in state: TemporaryFolder, arguments: [String] = [],
        lifetimeMax: Duration = .seconds(7200), _ body: (BellhopProcess) async throws -> Value
    ) async throws -> Value {
        let flags = ["--state-dir", state.path] + command.portFlags + arguments
        let result = try await Subprocess.run(
            try BellhopTool.executable(), arguments: Arguments([command.rawValue] + flags),
            environment: .inherit.updating(["NO_COLOR": "1"]), input: .none, output: .sequence,
            error: .sequence
        ) { execution in
            let process = BellhopProcess(command, state: state) { try execution.send(signal: $0) }
            let value = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await process.output.read(execution.standardOutput) }
                group.addTask { await process.errors.read(execution.standardError) }
                group.addTask {
                    try? await TimeSource.system.sleep(for: lifetimeMax)
                    if !Task.isCancelled { try? execution.send(signal: .kill) }
                }
                defer { group.cancelAll() }
                do {
                    try await process.waitUntilReady()
                    let value = try await body(process)
                    if !process.isKilled {
                        await execution.teardown(
                            using: [
                                .send(signal: .interrupt, allowedDurationToNextStep: stopTimeMax)
                            ])
                    }
                    await process.waitForEnd()
                    return value
                } catch {
                    try? execution.send(signal: .kill)
                    await process.waitForEnd()
                    throw error
                }
            }
            return (value: value, isKilled: process.isKilled, errors: await process.errors.text)
        }
        let (value, isKilled, errors) = result.closureResult
        let status = result.terminationStatus.number
        #expect(
            status == (isKilled ? -Signal.kill.rawValue : 0),
            "bellhop \(command.rawValue) ended with \(status): \(errors)")
        return value
    }

    /// As ``with(_:in:arguments:lifetimeMax:_:)``, in a state directory of its own.
    static func with<Value: Sendable>(
        _ command: Command, arguments: [String] = [],
        _ body: (BellhopProcess) async throws -> Value
    ) async throws -> Value {
        try await TemporaryFolder.with { folder in
            try await with(command, in: folder, arguments: arguments, body)
        }
    }

    private func waitUntilReady() async throws {
        guard await output.wait(for: Self.readyText) else {
            throw Program.Failure(
                description: "bellhop \(command.rawValue) did not start: \(await errors.text)")
        }
    }

    private func waitForEnd() async {
        await output.waitForEnd()
        await errors.waitForEnd()
    }

    // MARK: What a test does with the process

    /// Ends the process as `kill -9` does: without a chance to clean up.
    func kill() async throws {
        killed.withLock { $0 = true }
        try send(.kill)
        await waitForEnd()
    }

    /// Suspends the process as Ctrl-Z does: its connections stay open, and it sends nothing.
    func freeze() throws { try send(.suspend) }

    /// Lets the process continue after ``freeze()``.
    func thaw() throws { try send(.resume) }

    private var isKilled: Bool { killed.withLock { $0 } }

    /// The address file of the simulator: `control`, `simulator.sandbox.port` and so on.
    func simulatorAddress() throws -> JSONValue { try JSONValue(parsing: state.read("apns.json")) }

    /// The gateway's address, for instance `http://127.0.0.1:40123`.
    func gatewayURL() throws -> String {
        try JSONValue(parsing: state.read("gateway.json")).text("url")
    }

    /// The gateway's development key.
    func developmentKey() throws -> String { try state.read("development-key") }

    /// The port of `sandbox`, `production`, `sandbox_channels` or `production_channels`.
    func port(of environment: String) throws -> Int {
        let port = try simulatorAddress()["simulator", .key(environment), "port"]?.intValue
        return try #require(port)
    }

    /// The control API of the simulator.
    func control() throws -> ControlCaller {
        ControlCaller(base: try simulatorAddress().text("control"))
    }

    /// The gateway, with the development key.
    func gateway() throws -> HTTPCaller {
        HTTPCaller(base: try gatewayURL(), key: try developmentKey())
    }

    /// Runs the tool against this process.
    func bellhop(_ arguments: [String], input: String = "") async throws -> Program.Result {
        try await BellhopTool.run(arguments + ["--state-dir", state.path], input: input)
    }
}
