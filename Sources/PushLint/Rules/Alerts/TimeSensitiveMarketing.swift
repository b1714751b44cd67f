// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let timeSensitiveMarketing = LintRule(
        "time-sensitive-marketing", .warning, "time-sensitive for what can wait",
        why: "A time-sensitive notification breaks through Focus and the scheduled summary. It is "
            + "for what a person has to act on at once; when it carries news or offers, iOS lets "
            + "people switch the level off for the app, and they do.",
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
        guard let level = push.level, ["time-sensitive", "critical"].contains(level.word) else {
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
            "the level is \(level.word), and the notification reads like marketing "
                + "(\(Quoted.text(reason)))", at: level.member.value)
    }
}
