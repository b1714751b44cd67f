// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

/// The result of an operation, as text for people and as JSON for programs.
package protocol WorkResult {
    /// Returns the text, with one fact per line.
    ///
    /// - Parameter width: the width of the terminal in columns; `nil` if lines are not to be
    ///   broken, as in a file.
    func text(width: Int?, paint: @escaping TextPaint) -> String

    /// Returns the result for programs; keys are stable.
    func json() throws -> JSONObject
}
