// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One row of docs/reference/device-rules.md: a rule of the phone and the tests that name it.
struct DeviceRuleRow: Sendable, CustomTestStringConvertible {
    let id: String
    let grade: String
    /// What the last column says: links to tests, `none`, or why there are none.
    let tests: String

    var testDescription: String { id }

    /// Whether a test must name the rule: the phone follows it, and it is not merely Bellhop's
    /// choice.
    var needsTest: Bool {
        ["documented", "measured", "reported"].contains(grade) && tests != "APNs' side"
            && !tests.hasPrefix("left out: ")
    }

    /// The linked tests: the name, and the file's path from the root of the project.
    var links: [(name: String, path: String)] {
        tests.matches(of: /\[[^\]]+? › (.+?)\]\(\.\.\/\.\.\/(Tests\/[^)]+)\)/).map {
            (String($0.1), String($0.2))
        }
    }

    init?(_ line: Substring) {
        let cells = line.split(separator: " | ")
        guard line.hasPrefix("| `"), cells.count == 5 else { return nil }
        id = String(cells[0].dropFirst(3).prefix { $0 != "`" })
        grade = String(cells[2])
        tests = cells[4].hasSuffix(" |") ? String(cells[4].dropLast(2)) : String(cells[4])
    }

    /// The rows of the page, which `make check` compares with the code and the tests first.
    static let all: [DeviceRuleRow] = {
        let page = SourceFile.root.appending(path: "docs/reference/device-rules.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap(DeviceRuleRow.init)
    }()
}
