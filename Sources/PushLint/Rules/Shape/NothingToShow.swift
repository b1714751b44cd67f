// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let nothingToShow = LintRule(
        "nothing-to-show", .warning, "aps says nothing to show and nothing to do",
        why: "Without an alert, a sound, a badge or content-available, the other keys of aps have "
            + "nothing to act on. APNs accepts the push, and nothing happens.",
        remedy: "add an alert, a sound or a badge, or content-available for a background push",
        wrong: #"{"aps": {"category": "MESSAGE", "thread-id": "chat-7"}}"#,
        right: #"{"aps": {"alert": "Ada: lunch?", "category": "MESSAGE", "thread-id": "chat-7"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        if push.isEmptyThroughout, let aps = push.aps {
            report.add("aps is empty, and nothing stands beside it", at: aps)
            return
        }
        // What a push of a stated type lacks is said by the rules of that type.
        guard let aps = push.aps, !push.apsMembers.isEmpty, !push.isPushTypeGiven,
            push.pushType == .alert, !push.isVisible, !push.concernsActivity,
            push[.contentAvailable] == nil, push[.contentChanged] == nil,
            // That there is no text to change is said at mutable-content.
            push.payload.aps?.mutableContent != true,
            push[.urlArguments] == nil, !push.isAlertBesideAPS, !push.hasMisspelledKeys,
            push.managementFault == nil
        else { return }
        report.add("aps has nothing to show, sound or badge", at: aps)
    }
}

extension LintSubject {
    /// Whether there is an empty `aps` and nothing else, for whatever it is. Pushes to code that
    /// are right like this, those for locations, say their type.
    var isEmptyThroughout: Bool {
        guard let aps, aps.value.members?.isEmpty ?? false, !isPushTypeGiven,
            pushType == .alert
        else { return false }
        return members.allSatisfy { $0.key == "aps" || $0.key == APNSFile.targetBundleKey }
    }

    /// Whether a key of Apple's stands in `aps` misspelled or misplaced, so that what is missing is
    /// there in some way.
    var hasMisspelledKeys: Bool {
        keys.contains { key in
            switch key.verdict {
            case .misspelled, .misplaced: true
            case .right, .unknown: key.member.key == "aps"
            }
        }
            || members.contains { PayloadKey.named($0.key, in: .aps)?.isUnmistakable ?? false }
            || !lookalikes.isEmpty
    }
}
