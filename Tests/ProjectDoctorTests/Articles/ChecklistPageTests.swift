// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import ProjectDoctor
import PushLint
import Testing

/// The page "Before you ship", docs/guide/checklist.md.
private enum ChecklistPage {
    static let lines: [String] = {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/guide/checklist.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n")
    }()

    /// The rules that the text refers to.
    static let named: Set<String> = {
        let text = lines.filter { !$0.hasPrefix("[`") }.joined(separator: " ")
        return Set(text.matches(of: /\[`([a-z0-9-]+)`\]/).map { String($0.1) })
    }()

    /// The link definitions at the end of the page: the target of each rule.
    static let links: [String: String] = Dictionary(
        lines.compactMap { line in
            line.wholeMatch(of: /\[`([a-z0-9-]+)`\]: (.+)/).map { (String($0.1), String($0.2)) }
        }
    ) { first, _ in first }

    /// The expected target for each rule: its section in the reference.
    static let targets: [String: String] = {
        var targets: [String: String] = [:]
        for rule in LintRule.groups.flatMap(\.rules) {
            targets[rule.id] = "../reference/lint-rules.md#\(rule.id)"
        }
        for rule in DoctorCheck.groups.flatMap(\.rules) {
            targets[rule.id] = "../reference/doctor-checks.md#\(rule.id)"
        }
        return targets
    }()
}

@Test func `every rule on the checklist page exists and links to its section in the reference`() {
    #expect(ChecklistPage.named.count > 100)
    for rule in ChecklistPage.named.sorted() {
        #expect(ChecklistPage.targets[rule] != nil, "\(rule) is not a rule")
        #expect(ChecklistPage.links[rule] == ChecklistPage.targets[rule], "\(rule)")
    }
    #expect(Set(ChecklistPage.links.keys).subtracting(ChecklistPage.named) == [])
}

@Test func `the checklist page has the expected sections, in order`() {
    let groups = ChecklistPage.lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
    let expected = [
        "The project", "Permission", "Token", "Payload", "Headers", "Extensions",
        "Foreground and taps", "Categories", "Background", "Local notifications",
        "Live Activities", "Firebase", "The sender", "Testing",
    ]
    #expect(groups.map(String.init) == expected)
}
