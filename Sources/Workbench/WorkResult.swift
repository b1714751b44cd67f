// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

/// The result of an operation, which can be written as text for people and as JSON for programs.
package protocol WorkResult {
    /// Returns the text, with one fact on each line.
    ///
    /// - Parameter width: the width of the terminal in columns; `nil` if long lines are not
    ///   wrapped, as in a file.
    func text(width: Int?, paint: @escaping TextPaint) -> String

    /// Returns the result as JSON for programs. Its keys do not change.
    func json() throws -> JSONObject
}
