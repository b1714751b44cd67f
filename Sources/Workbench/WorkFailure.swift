// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI

/// Why something could not be done: one line for people, with the next thing to try, and a kind
/// for programs.
package struct WorkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The response is no: APNs refused it, or nobody knows it.
        case refused
        /// Something was asked for in the wrong way.
        case usage
        /// Input that cannot be used.
        case badInput
        /// A server could not be reached, so that nothing was processed.
        case unavailable
        /// No response came, and the request may have been processed.
        case mayHaveBeenProcessed
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// Asks the simulator; what it cannot do is a failure of kind ``WorkFailure/Kind/badInput``.
func asking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as ControlProblem {
        throw WorkFailure(.badInput, problem.detail.printable)
    }
}
