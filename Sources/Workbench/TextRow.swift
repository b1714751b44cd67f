// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A line of a report, with a name in the first column and a text after it.
enum TextRow {
    /// The width of the column that contains the name.
    private static let nameWidth = 10

    static func of(_ name: String, _ text: String) -> String {
        name + blanks(nameWidth - name.utf8.count) + text
    }

    /// Returns the given number of spaces, but at least one.
    static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(1, count)) }
}
