// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A line of a report: a name in a column of its own, and what there is to say.
enum TextRow {
    /// Columns of the name.
    private static let nameWidth = 10

    static func of(_ name: String, _ text: String) -> String {
        name + blanks(nameWidth - name.utf8.count) + text
    }

    /// So many spaces, and one at least.
    static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
}
