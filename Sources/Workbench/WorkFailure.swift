// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI

/// The reason why an operation failed. It consists of one line for people, which includes the next
/// step, and of a kind for programs.
package struct WorkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The server refused the operation: APNs rejected the request, or the requested item is
        /// unknown.
        case refused
        /// The request was invalid.
        case usage
        /// The content of the input cannot be used.
        case badInput
        /// A server could not be reached, so no request was processed.
        case unavailable
        /// There was no response, but the request may have been processed.
        case mayHaveBeenProcessed
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// Calls the simulator. An unsupported operation is a failure of kind
/// ``WorkFailure/Kind/badInput``.
func callingSimulator<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as ControlProblem {
        throw WorkFailure(.badInput, problem.detail.printable)
    }
}
