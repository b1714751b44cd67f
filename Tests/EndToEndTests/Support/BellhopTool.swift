// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The built command-line tool, and the project it was built from.
enum BellhopTool {
    /// The project's root directory.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path of the tool, which is beside the test bundle wherever the build put both.
    static let path: String? = {
        var directory = URL(filePath: CommandLine.arguments[0]).absoluteURL
        for _ in 0..<6 {
            directory.deleteLastPathComponent()
            if let path = executable(in: directory) { return path }
        }
        // A test runner outside of the build directory may have loaded the bundle.
        #if DEBUG
        let configurations = ["debug"]
        #else
        let configurations = ["quick/release", "release"]
        #endif
        for configuration in configurations {
            let build = URL(filePath: root).appending(path: ".build").appending(path: configuration)
            if let path = executable(in: build) { return path }
        }
        return nil
    }()

    private static func executable(in directory: URL) -> String? {
        let path = directory.appending(path: "bellhop").path
        var isDirectory: ObjCBool = false
        let manager = FileManager.default
        guard manager.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue,
            manager.isExecutableFile(atPath: path)
        else { return nil }
        return path
    }

    /// The tool as an executable.
    static func executable() throws -> Executable {
        .path(FilePath(try #require(path, "the tool is not built; run: make build")))
    }

    /// Runs the tool to its end.
    static func run(
        _ arguments: [String], input: String = "", in directory: String? = nil
    ) async throws -> Program.Result {
        try await Program.run(
            try executable(), arguments, input: Array(input.utf8), in: directory)
    }

    /// Runs the tool, sends it a signal once `isReady` returns, and waits for its end.
    static func run(
        _ arguments: [String], ending signal: Signal,
        when isReady: @escaping @Sendable () async throws -> Void
    ) async throws -> Program.Result {
        let (output, errors) = (Transcript(), Transcript())
        let run = try await Subprocess.run(
            try executable(), arguments: Arguments(arguments),
            environment: .inherit.updating(["NO_COLOR": "1", "LC_ALL": "C"]), input: .none,
            output: .sequence, error: .sequence
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await output.read(execution.standardOutput) }
                group.addTask { await errors.read(execution.standardError) }
                group.addTask {
                    // Both outputs have to be read to their ends, whatever happens.
                    do {
                        try await isReady()
                        try execution.send(signal: signal)
                    } catch {
                        Issue.record(error)
                        try? execution.send(signal: .kill)
                    }
                }
                group.addTask {
                    try await TimeSource.system.sleep(for: Program.timeLimit)
                    try execution.send(signal: .kill)
                }
                for _ in 0..<3 { try await group.next() }
                group.cancelAll()
            }
        }
        return Program.Result(
            status: run.terminationStatus.number, output: await output.text,
            errors: await errors.text)
    }

    /// An example payload.
    static func example(_ name: String) -> String { root + "/Examples/payloads/\(name).apns" }
}
