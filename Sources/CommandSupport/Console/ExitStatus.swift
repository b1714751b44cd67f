// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Workbench

/// The exit statuses of every command. The statuses 64 to 76 are taken from sysexits.h.
package enum ExitStatus: Int32 {
    /// The result is negative, for instance because a request was rejected or discarded, or errors
    /// were found.
    case no = 1
    /// The command line was used incorrectly.
    case usage = 64
    /// The input cannot be used.
    case badInput = 65
    /// A file cannot be read.
    case unreadable = 66
    /// A server could not be reached, so nothing was processed, and the command can be repeated
    /// safely.
    case unavailable = 69
    /// A port or the state directory cannot be used.
    case cannotCreate = 73
    /// There was no response, but the request may have been processed, so repeating the command may
    /// send the request twice.
    case mayHaveBeenProcessed = 76

    package init(_ kind: WorkFailure.Kind) {
        self =
            switch kind {
            case .refused: .no
            case .usage: .usage
            case .badInput: .badInput
            case .unavailable: .unavailable
            case .mayHaveBeenProcessed: .mayHaveBeenProcessed
            }
    }
}

/// The reason why a command stopped. It consists of one line for people, which includes the next
/// step, and of a status for scripts.
package struct CommandFailure: Error, CustomStringConvertible {
    package let status: ExitStatus
    package let description: String

    package init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension AsyncParsableCommand {
    /// Runs the body of a command, and reports a failure as a line and a status.
    package func reportingFailures(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let failure as CommandFailure {
            Console.error(failure.description)
            throw ExitCode(failure.status.rawValue)
        } catch let failure as WorkFailure {
            Console.error(failure.description)
            throw ExitCode(ExitStatus(failure.kind).rawValue)
        }
    }
}

extension ExitStatus {
    /// The exit code with which a command ends after its result was printed.
    package var exitCode: ExitCode { ExitCode(rawValue) }
}
