// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

/// What a piece of work has found out: as text for people, and as JSON for programs.
package protocol WorkResult {
    /// The text, one fact a line.
    ///
    /// - Parameter width: the columns of the terminal; `nil` for a file, where lines stay whole.
    func text(width: Int?, paint: @escaping TextPaint) -> String

    /// The same for programs; keys are stable.
    func json() throws -> JSONObject
}
