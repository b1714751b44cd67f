// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a line is not a filter, and the place of the error.
package struct AudienceSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The column of the problem, in characters; the first column is 1.
    package let column: Int
    /// What is wrong, and what to write instead.
    package let problem: String

    package init(column: Int, problem: String) {
        self.column = column
        self.problem = problem
    }

    package var description: String { "column \(column): \(problem)" }
}
