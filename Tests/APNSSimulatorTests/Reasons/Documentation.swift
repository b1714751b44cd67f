// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// docs/apple-behaviour.md, as far as tests compare it with the simulator.
enum Documentation {
    static func text() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "docs/apple-behaviour.md"), encoding: .utf8)
    }

    /// The lines of a section.
    private static func lines(of heading: String) throws -> [String] {
        try text().components(separatedBy: "\n").drop { $0 != "## " + heading }.dropFirst()
            .prefix { !$0.hasPrefix("## ") }.map { String($0) }
    }

    /// The names in backticks of a cell.
    private static func names(_ cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// The reasons of the table "The order of checks", except the check that a switch sets.
    static func order() throws -> [String] {
        try lines(of: "The order of checks").filter { $0.hasPrefix("| ") }.flatMap { line in
            let cells = line.split(separator: "|").map { String($0) }
            guard cells.count == 3, Int(cells[0].filter(\.isNumber)) != nil else {
                return [String]()
            }
            return cells[2].contains("set by a switch") ? [] : names(cells[2])
        }
    }

    /// The reasons of the table "How to cause each reason".
    static func causes() throws -> Set<String> {
        Set(
            try lines(of: "How to cause each reason").filter { $0.hasPrefix("| `") }.flatMap {
                line in names(String(line.split(separator: "|").first ?? ""))
            })
    }
}
