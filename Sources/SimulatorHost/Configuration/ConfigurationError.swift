// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import YAMLReading

/// The reason why a configuration cannot be used: the position, the problem and the correct form.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int
    /// The path of keys, for instance `keys[0].team_id`; empty for the whole file.
    package let keyPath: String
    /// The problem and the correct form.
    package let problem: String

    package var description: String {
        let position = "\(file.printable):\(line):\(column): "
        return position + (keyPath.isEmpty ? problem : "\(keyPath): \(problem)")
    }
}

extension ConfigurationError {
    init(_ error: YAMLError, file: String) {
        self.init(
            file: file, line: error.line, column: error.column, keyPath: error.keyPath,
            problem: error.problem)
    }
}
