// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes comma-separated values.
package enum CSVLine {
    /// Returns a line with values, ended by CR and LF (RFC 4180).
    ///
    /// A value that a spreadsheet would take for a formula gets an apostrophe in front, because
    /// identifiers come from apps and must not run anything on the reader's machine.
    package static func text(_ values: [String?]) -> String {
        values.map { field($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    private static func field(_ value: String) -> String {
        let isFormula = value.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) }
        let safe = isFormula == true ? "'" + value : value
        guard safe.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return safe }
        return "\""
            + safe.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}

extension CampaignDeliveryResource {
    /// The line with the names of the columns.
    package static let csvHeader = CSVLine.text(["installation", "outcome", "reason", "variant"])

    /// The line with the values of the columns.
    package var csvLine: String {
        CSVLine.text([installation, outcome, reason, String(variant)])
    }
}
