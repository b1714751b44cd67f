// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let lookalikeCustomKey = LintRule(
        "lookalike-custom-key", .warning, "a key outside aps looks like one of Apple's keys",
        why: "Other push services spell Apple's keys with underscores or capitals, and translate "
            + "them. APNs does not translate keys: outside aps, such a key is custom data of the "
            + "app and has no effect on the notification.",
        remedy: "write Apple's key inside aps, or rename this key",
        wrong: #"{"aps": {"alert": {"title": "Photo"}}, "mutable_content": true}"#,
        right: #"{"aps": {"alert": {"title": "Photo"}, "mutable-content": 1}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem, push.aps?.value.members != nil else { return }
        for (member, key) in push.lookalikes {
            report.add(
                "\(Quoted.text(member.key)) has no effect outside aps", at: member,
                remedy: "write \"\(key.rawValue)\" inside aps")
        }
    }
}

extension LintSubject {
    /// The members outside `aps` whose keys are another service's spelling of one of Apple's keys,
    /// each with Apple's key.
    var lookalikes: [(member: JSONNode.Member, key: APSKey)] {
        members.compactMap { member in
            guard !member.key.utf8.contains(UInt8(ascii: "-")) else { return nil }
            let plain = KeySpelling.plain(member.key)
            return Self.imitatedKeys.first { $0.plain == plain && self[$0.key] == nil }
                .map { (member, $0.key) }
        }
    }

    /// Apple's keys whose combination of words has no other likely meaning.
    private static let imitatedKeys = [
        APSKey.contentAvailable, .mutableContent, .interruptionLevel, .relevanceScore,
    ].map { (key: $0, plain: KeySpelling.plain($0.rawValue)) }
}
