// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a YAML file cannot be used. It contains the position, the problem, and the text
/// to write instead.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let column: Int
    /// The path of keys, for instance `keys[0].team_id`; empty for the whole file.
    package let keyPath: String
    /// The problem, and the correct form.
    package let problem: String

    package init(line: Int, column: Int, keyPath: String, problem: String) {
        self.line = line
        self.column = column
        self.keyPath = keyPath
        self.problem = problem
    }

    package var description: String { "line \(line), column \(column): \(detail)" }

    /// The error without its position.
    package var detail: String { keyPath.isEmpty ? problem : "\(keyPath): \(problem)" }
}
