// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayAPI

/// A table of texts with aligned columns.
struct TextTable {
    /// The number of blanks between two columns.
    private static let gap = 2

    private let rows: [[String]]

    /// - Parameter header: the names of the columns.
    init(_ header: [String], _ rows: [[String]]) {
        self.rows = [header] + rows.map { $0.map(\.printable) }
    }

    /// The lines; the header is bold on a terminal.
    var lines: [String] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, text in
                let isLast = column == row.count - 1
                return text
                    + String(
                        repeating: " ",
                        count: isLast ? 0 : widths[column] - text.count + Self.gap)
            }.joined()
        }
    }

    /// Writes the table to standard output.
    func show() {
        for (index, line) in lines.enumerated() {
            Console.out(index == 0 ? Console.styled(line, .bold) : line)
        }
    }
}

/// A table of templates or their versions.
struct TemplateTable {
    private let templates: [TemplateSummary]

    init(_ templates: [TemplateSummary]) { self.templates = templates }

    /// Writes the table to standard output. Writes nothing if the table is empty.
    func show() {
        guard !templates.isEmpty else { return }
        TextTable(
            ["name", "version", "class", "stored", "languages"],
            templates.map { template in
                [
                    template.name, "\(template.version)", template.urgency.rawValue,
                    GatewayJSON.text(of: template.createdAt),
                    template.locales.joined(separator: " "),
                ]
            }
        ).show()
    }
}
