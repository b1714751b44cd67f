// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let timeSensitiveMarketing = LintRule(
        "time-sensitive-marketing", .warning, "a time-sensitive notification that can wait",
        why: "A time-sensitive notification breaks through Focus and the scheduled summary. This "
            + "level is for information that a person must act on immediately. If an app uses it "
            + "for news or offers, people can turn off the level for the app, and they do.",
        remedy: "use passive or active for news, digests and offers",
        wrong: """
            {
              "aps": {
                "alert": {"title": "Weekly newsletter", "body": "Ten articles to read"},
                "interruption-level": "time-sensitive"
              }
            }
            """,
        right: """
            {
              "aps": {
                "alert": {"title": "Weekly newsletter", "body": "Ten articles to read"},
                "interruption-level": "passive"
              }
            }
            """,
        claim: .documented("Managing notifications, Human Interface Guidelines")
    ) { push, report in
        guard let level = push.level, ["time-sensitive", "critical"].contains(level.value) else {
            return
        }
        let identifiers = [APSKey.category, .threadID].compactMap {
            push[$0]?.value.value.stringValue
        }
        guard
            let reason = MarketingWords.first(
                inTexts: push.shownTexts.map(\.text), identifiers: identifiers)
        else { return }
        report.add(
            "the interruption level is \(level.value), but the notification reads like marketing "
                + "(\(Quoted.text(reason)))", at: level.member.value)
    }
}
