// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI

/// The reason why an operation failed: one line for people, with the next step, and a kind for
/// programs.
package struct WorkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The response is negative: APNs refused the request, or the item is unknown.
        case refused
        /// The request was invalid.
        case usage
        /// The input is not usable.
        case badInput
        /// A server could not be reached, so nothing was processed.
        case unavailable
        /// There was no response, and the request may have been processed.
        case mayHaveBeenProcessed
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// Calls the simulator; an unsupported operation is a failure of kind
/// ``WorkFailure/Kind/badInput``.
func callingSimulator<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as ControlProblem {
        throw WorkFailure(.badInput, problem.detail.printable)
    }
}
