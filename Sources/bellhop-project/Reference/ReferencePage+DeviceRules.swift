// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

// The pages about the phone. They list its rules, the tests that verify the rules, and its
// switches.
extension ReferencePage {
    /// The number of tests that are listed for a rule. Further tests are only counted.
    private static let testCountShown = 2

    /// - Parameter tests: the tests. The path from the page to their folder is `../../Tests`.
    static func deviceRules(_ tests: RuleTests) -> ReferencePage {
        var lines = [
            "# Rules of the phone", "",
            "Each rule describes a behaviour of the virtual phone, with its source and the tests "
                + "that name it. "
                + note("DeviceRule.table"),
            "",
            "For the grades, see [what we claim about Apple](../apple-behaviour.md). Most rules "
                + "with the grade chosen can be changed: see [switches of the "
                + "phone](device-choices.md).",
        ]
        lines += counts(tests)
        for area in DeviceRule.Area.allCases {
            lines += ["", "## \(area.title)"]
            lines += table(
                columns: ["rule", "behaviour of the phone", "grade", "source", "tests"],
                rows: DeviceRule.table.filter { $0.area == area }.map { rule in
                    [
                        "`\(rule.id)`<a id=\"\(anchor(rule.id.rawValue))\"></a>", rule.text,
                        rule.claim.grade.rawValue, rule.claim.source,
                        testCell(rule, tests),
                    ]
                })
        }
        return ReferencePage(
            fileName: "device-rules.md", text: lines.joined(separator: "\n") + "\n")
    }

    static var deviceChoices: ReferencePage {
        let switches = DeviceChoice.table.map { choice in
            [
                "`\(choice.name)`", "`\(choice.rule)`", "`\(choice.defaultValue)`", choice.text,
                choice.otherwise,
            ]
        }
        let others = DeviceChoice.withoutSwitch.map { other in
            ["`\(other.rule)`", other.rule.rule?.text ?? "", other.reason]
        }
        let lines =
            [
                "# Switches of the phone", "",
                "Each switch selects what the phone does where Apple's documentation says nothing "
                    + "or sources disagree. The switches are the `choices` of a phone. "
                    + "\(note("DeviceChoice.table"))",
            ]
            + table(
                columns: ["switch", "rule", "default", "meaning of the default", "otherwise"],
                rows: switches)
            + ["", "## Choices without a switch"]
            + table(
                columns: ["rule", "behaviour of the phone", "why there is no switch"], rows: others)
        return ReferencePage(
            fileName: "device-choices.md", text: lines.joined(separator: "\n") + "\n")
    }

    /// Returns a row for each area, and a row with the totals.
    private static func counts(_ tests: RuleTests) -> [String] {
        func row(_ title: String, _ rules: [DeviceRule]) -> [String] {
            let own = rules.filter { $0.scope == .phone }
            let grades = [Claim.Grade.documented, .reported, .chosen].map { grade in
                own.count { $0.claim.grade == grade }
            }
            let tested = own.count { tests.byRule[$0.id] != nil }
            let service = rules.count { $0.scope == .service }
            let numbers = [own.count] + grades + [tested, service]
            return [title] + (numbers + [rules.count - own.count - service]).map(String.init)
        }
        return table(
            columns: [
                "area", "rules", "documented", "reported", "chosen", "tests that name it",
                "also: APNs' side", "also: left out",
            ],
            rows: DeviceRule.Area.allCases.map { area in
                row(
                    "[\(area.title)](#\(anchor(area.title)))",
                    DeviceRule.table.filter { $0.area == area })
            } + [row("all", DeviceRule.table)])
    }

    private static func testCell(_ rule: DeviceRule, _ tests: RuleTests) -> String {
        switch rule.scope {
        case .service: return "APNs' side"
        case .notModelled(let why): return "left out: \(why)"
        case .phone: break
        }
        guard let named = tests.byRule[rule.id] else { return "none" }
        let shown = named.prefix(testCountShown).map { test in
            "[\(test.fileName) › \(test.name)](../../Tests/\(test.path))"
        }
        let rest = named.count - shown.count
        return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }
}
