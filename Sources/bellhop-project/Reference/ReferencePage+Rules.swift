// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import Diagnostics
import ProjectDoctor
import PushLint
import Workbench

// The pages of rules and checks, with their examples.
extension ReferencePage {
    static var lintRules: ReferencePage {
        let intro = [
            "# Lint rules", "",
            "This page lists the findings of [`bellhop lint`](../lint.md) in payloads and headers. "
                + note("LintRule.table"),
            "",
            "An **error** is text that is not JSON, or a documented key with a wrong type, value "
                + "or position. A **warning** is something that works, but is undocumented, "
                + "deprecated, inadvisable or without effect. A **note** is useful information. "
                + "For the grades of the sources, see [what we claim about "
                + "Apple](../apple-behaviour.md).",
            "",
            "The examples are files in [Examples/lint](../../Examples/lint). Examples that depend "
                + "on the receiving app are checked against the app in the `.bellhop-lint.yml` "
                + "next to them. The examples of messages for FCM and Web Push are only on this "
                + "page.",
        ]
        let messages = [
            (title: "Messages for FCM", rules: MessageRule.fcm),
            (title: "Web Push messages", rules: MessageRule.webPush),
        ]
        return page("lint-rules.md", intro: intro, groups: LintRule.groups + messages)
    }

    static var doctorChecks: ReferencePage {
        let intro = [
            "# Doctor checks", "",
            "This page lists the checks of [`bellhop doctor`](../doctor.md) in the checkout of an "
                + "app and in a sender's credentials. \(note("DoctorCheck.table"))",
            "",
            "An **error** is something that cannot work, a **warning** is something inadvisable or "
                + "without effect, and a **note** is useful information. For the grades of the "
                + "sources, see [what we claim about Apple](../apple-behaviour.md). Each example "
                + "is a small app with one problem; the page shows only the files that differ from "
                + "the correct app.",
        ]
        return page("doctor-checks.md", intro: intro, groups: DoctorCheck.groups)
    }

    private static func page(
        _ fileName: String, intro: [String], groups: [(title: String, rules: [DiagnosticRule])]
    ) -> ReferencePage {
        let groups = groups.filter { !$0.rules.isEmpty }
        var lines = intro + contents(groups.map(\.title))
        for group in groups {
            lines += ["", "## \(group.title)"]
            lines += table(
                columns: ["rule", "severity", "problem"],
                rows: group.rules.map { rule in
                    [
                        "[`\(rule.id)`](#\(rule.id))", rule.severity.rawValue,
                        rule.title,
                    ]
                })
            for rule in group.rules { lines += section(rule) }
        }
        return ReferencePage(fileName: fileName, text: lines.joined(separator: "\n") + "\n")
    }

    private static func section(_ rule: DiagnosticRule) -> [String] {
        let claim = rule.claim
        return [
            "", "### \(rule.id)", "", "\(rule.severity.rawValue): \(rule.title). \(rule.why)", "",
            "Do: \(rule.remedy).", "", "Source: \(claim.grade.rawValue), \(claim.source).",
        ] + example("Wrong", rule.wrong) + example("Right", rule.right)
    }

    /// The number of files of an example that are shown. Further files are only counted.
    private static let fileCountShown = 3
    /// The maximum number of characters of a line that are shown.
    private static let lineLengthMax = 160

    private static func example(_ title: String, _ example: RuleExample) -> [String] {
        var lines: [String] = []
        for file in example.files.prefix(fileCountShown) {
            let isNamed = example.files.count > 1 || !file.path.hasPrefix("payload.")
            lines += ["", isNamed ? "\(title), `\(file.path)`:" : "\(title):", "", "````"]
            var text = file.text[...]
            while text.last == "\n" { text.removeLast() }
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(shown)
            lines.append("````")
        }
        let hidden = example.files.count - fileCountShown
        if hidden > 0 { lines += ["", "… and \(hidden) more like these."] }
        return lines
    }

    private static func shown(_ line: Substring) -> String {
        let text = TerminalText.text(String(line))
        return text.count > lineLengthMax ? text.prefix(lineLengthMax) + "…" : text
    }
}

// The examples of the rules, written as files.
extension ReferencePage {
    /// The folder of the examples, relative to the pages.
    static let examplesFolder = "../../Examples/lint"

    /// All examples. An example consists of `wrong.apns` and `right.apns` in the folder of the
    /// rule; if it has several files, `wrong` and `right` are folders.
    static var lintExamples: [ReferencePage] {
        LintRule.rows.flatMap { rule in
            let folder = "\(examplesFolder)/\(rule.id)"
            var pages = files(rule.wrong, "\(folder)/wrong") + files(rule.right, "\(folder)/right")
            if SampleLintApp.isNeeded(by: rule.id) {
                pages.append(
                    ReferencePage(
                        fileName: "\(folder)/\(LintConfiguration.fileName)",
                        text: SampleLintApp.configuration))
            }
            return pages
        }
    }

    private static func files(_ example: RuleExample, _ name: String) -> [ReferencePage] {
        if let file = example.files.first, example.files.count == 1 {
            return [ReferencePage(fileName: name + ".apns", text: file.text)]
        }
        return example.files.map { ReferencePage(fileName: "\(name)/\($0.path)", text: $0.text) }
    }
}
