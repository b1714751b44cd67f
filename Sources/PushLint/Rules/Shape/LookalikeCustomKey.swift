// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let lookalikeCustomKey = LintRule(
        "lookalike-custom-key", .warning, "a key next to aps that looks like one of Apple's",
        why: "Other services spell Apple's keys with underscores or capitals and translate them. "
            + "APNs does not translate them: next to aps, such a key is custom data of the app and "
            + "has no effect on the notification.",
        remedy: "write Apple's key inside aps, or rename this key",
        wrong: #"{"aps": {"alert": {"title": "Photo"}}, "mutable_content": true}"#,
        right: #"{"aps": {"alert": {"title": "Photo"}, "mutable-content": 1}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem, push.aps?.value.members != nil else { return }
        for (member, key) in push.lookalikes {
            report.add(
                "\(Quoted.text(member.key)) has no effect next to aps", at: member,
                remedy: "write \"\(key.rawValue)\" inside aps")
        }
    }
}

extension LintSubject {
    /// The members next to `aps` whose keys are another service's spelling of one of Apple's keys,
    /// each with that key of Apple.
    var lookalikes: [(member: JSONNode.Member, key: APSKey)] {
        members.compactMap { member in
            guard !member.key.utf8.contains(UInt8(ascii: "-")) else { return nil }
            let plain = KeySpelling.plain(member.key)
            return Self.imitatedKeys.first { $0.plain == plain && self[$0.key] == nil }
                .map { (member, $0.key) }
        }
    }

    /// The keys of Apple whose combination of words has no other likely meaning.
    private static let imitatedKeys = [
        APSKey.contentAvailable, .mutableContent, .interruptionLevel, .relevanceScore,
    ].map { (key: $0, plain: KeySpelling.plain($0.rawValue)) }
}
