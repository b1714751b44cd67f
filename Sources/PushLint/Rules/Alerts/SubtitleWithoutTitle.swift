// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let subtitleWithoutTitle = LintRule(
        "subtitle-without-title", .note, "a subtitle without a title",
        why: "The subtitle is the second line and adds information to the title above it; without "
            + "a title it has no purpose.",
        remedy: "add a title, or use the subtitle as the title",
        wrong: #"{"aps": {"alert": {"subtitle": "Platform 4", "body": "Train at 10:42"}}}"#,
        right: #"{"aps": {"alert": {"title": "Platform 4", "body": "Train at 10:42"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem,
            let member = push.alertMember("subtitle") ?? push.alertMember("subtitle-loc-key"),
            member.value.value.stringValue?.isBlank == false,
            !push.keys.contains(where: \.isTitle)
        else { return }
        report.add("there is a subtitle, but no title", at: member)
    }
}

extension PlacedKey {
    /// Whether the key is `title` or `title-loc-key`, possibly misspelled.
    fileprivate var isTitle: Bool {
        switch verdict {
        case .right(let row), .misspelled(let row), .misplaced(let row):
            row.name == "title" || row.name == "title-loc-key"
        case .unknown: false
        }
    }
}
