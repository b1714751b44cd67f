// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// A page of docs/reference, generated from the tables that the code defines.
struct ReferencePage {
    let fileName: String
    let text: String

    /// Returns all pages.
    ///
    /// - Parameter tests: the tests for each rule of the phone.
    static func all(_ tests: RuleTests) -> [ReferencePage] {
        [
            pushTypes, rejectionReasons, symptoms, deviceRules(tests), deviceChoices, problems,
            lintRules, doctorChecks,
        ] + lintExamples
    }

    private static var pushTypes: ReferencePage {
        page(
            "push-types.md", title: "Push types",
            intro: "This table shows what each `apns-push-type` requires. "
                + "\(note("PushType.traits"))",
            columns: [
                "type", "purpose", "topic", "priorities", "usual priority", "maximum bytes",
                "authentication",
            ],
            rows: PushType.allCases.map { type in
                let traits = type.traits
                return [
                    "`\(type.rawValue)`", traits.purpose,
                    traits.topicSuffix.isEmpty
                        ? "bundle ID" : "bundle ID + `\(traits.topicSuffix)`",
                    traits.priorities.map { String($0.rawValue) }.joined(separator: ", "),
                    String(traits.usualPriority.rawValue), String(traits.payloadByteCountMax),
                    traits.authentication.map { $0 == .providerToken ? "token" : "certificate" }
                        .sorted()
                        .joined(separator: ", "),
                ]
            })
    }

    private static var problems: ReferencePage {
        page(
            "problems.md", title: "Problems of the gateway",
            intro: "This table explains each value of `code` in a response of the gateway. "
                + "\(note("ProblemKind"))",
            columns: ["status", "code", "title"],
            rows: ProblemKind.allCases.map { kind in
                [String(kind.row.status), "`\(kind.rawValue)`", kind.row.title]
            })
    }

    static func note(_ table: String) -> String {
        "Written from `\(table)` by `make docs`; change it there."
    }

    private static func page(
        _ fileName: String, title: String, intro: String, columns: [String], rows: [[String]]
    ) -> ReferencePage {
        let lines = ["# \(title)", "", intro] + table(columns: columns, rows: rows)
        return ReferencePage(fileName: fileName, text: lines.joined(separator: "\n") + "\n")
    }

    /// Returns a list of links to the sections of a long page.
    static func contents(_ titles: [String]) -> [String] {
        [""] + titles.map { "- [\($0)](#\(anchor($0)))" }
    }

    /// Returns the anchor that Markdown viewers give to a heading. It is in lower case, has hyphens
    /// instead of blanks, and has no punctuation.
    static func anchor(_ title: String) -> String {
        String(
            title.lowercased().compactMap { character in
                switch character {
                case " ": "-"
                case "-", "_": character
                default: character.isLetter || character.isNumber ? character : nil
                }
            })
    }

    /// Returns a table that is preceded by an empty line.
    static func table(columns: [String], rows: [[String]]) -> [String] {
        ["", line(columns), line(columns.map { _ in "---" })] + rows.map(line)
    }

    private static func line(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}
