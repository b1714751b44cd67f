// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Runs programs to their end, with a time limit.
enum Program {
    /// How long a run may take before it is killed; hundreds of times longer than any run needs.
    static let timeLimit = Duration.seconds(1200)
    /// The maximum number of bytes that is read of each output.
    static let outputByteCountMax = 16 << 20

    /// How a run ended.
    struct Result: Sendable {
        /// The exit status; the negative number of the signal if a signal ended the program.
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard error.
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    /// Why a run has no result.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs one of the external tools that `scripts/setup.sh test` installs.
    static func run(
        tool name: String, _ arguments: [String], input: String = "", in directory: String? = nil
    ) async throws -> Result {
        do {
            return try await run(.name(name), arguments, input: Array(input.utf8), in: directory)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw Failure(description: "\(name) was not found; run scripts/setup.sh test")
        }
    }

    /// Runs a program and returns its output.
    static func run(
        _ executable: Executable, _ arguments: [String], input: [UInt8] = [],
        in directory: String? = nil
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                guard !input.isEmpty else {
                    return try await run(
                        executable, arguments, input: .none, in: directory)
                }
                // The input is a file, because the library (swift-subprocess 1.0) ends this process
                // if a program ends before all of its input was written to a pipe.
                return try await TemporaryFolder.with { folder in
                    let file = try folder.write(input, to: "input")
                    return try await run(
                        executable, arguments,
                        input: .fileDescriptor(
                            try .open(FilePath(file), .readOnly), closeAfterSpawningProcess: true),
                        in: directory)
                }
            }
            group.addTask {
                try await TimeSource.system.sleep(for: timeLimit)
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else {
                let command = arguments.joined(separator: " ").prefix(200)
                throw Failure(description: "\(command): not finished within \(timeLimit)")
            }
            return result
        }
    }

    private static func run(
        _ executable: Executable, _ arguments: [String], input: some InputProtocol,
        in directory: String?
    ) async throws -> Result {
        let result = try await Subprocess.run(
            executable, arguments: Arguments(arguments),
            environment: .inherit.updating(["NO_COLOR": "1", "LC_ALL": "C"]),
            workingDirectory: directory.map { FilePath($0) }, input: input,
            output: .string(limit: outputByteCountMax),
            error: .string(limit: outputByteCountMax))
        return Result(
            status: result.terminationStatus.number, output: result.standardOutput,
            errors: result.standardError)
    }
}

extension TerminationStatus {
    /// The exit status; the negative number of the signal if a signal ended the program.
    var number: Int32 {
        switch self {
        case .exited(let status): status
        case .signaled(let signal): -signal
        }
    }
}
