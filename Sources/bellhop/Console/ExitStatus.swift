// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The exit statuses of every command. 64 to 73 are those of sysexits.h.
enum ExitStatus: Int32 {
    /// The answer is "no": rejected, discarded, errors found.
    case no = 1
    /// Wrong usage of the command line.
    case usage = 64
    /// Input that cannot be used.
    case badInput = 65
    /// A file that cannot be read.
    case unreadable = 66
    /// A server that could not be reached.
    case unavailable = 69
    /// A port or the state directory that cannot be used.
    case cannotCreate = 73
}

/// Why a command stopped: one line for people, with the next thing to try, and a status for
/// scripts.
struct CommandFailure: Error, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension AsyncParsableCommand {
    /// Runs the body of a command and turns a failure into its line and status.
    func reportingFailures(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let failure as CommandFailure {
            Console.error(failure.description)
            throw ExitCode(failure.status.rawValue)
        }
    }
}
