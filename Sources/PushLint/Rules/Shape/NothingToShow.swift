// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let nothingToShow = LintRule(
        "nothing-to-show", .warning, "aps contains nothing to show and nothing to do",
        why: "Without an alert, a sound, a badge or content-available, the other keys of aps have "
            + "no effect. APNs accepts the push, but nothing happens.",
        remedy: "add an alert, a sound or a badge, or content-available for a background push",
        wrong: #"{"aps": {"category": "MESSAGE", "thread-id": "chat-7"}}"#,
        right: #"{"aps": {"alert": "Ada: lunch?", "category": "MESSAGE", "thread-id": "chat-7"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        if push.isEmptyThroughout, let aps = push.aps {
            report.add("aps is empty, and the payload contains no other data", at: aps)
            return
        }
        // If the push type is stated, the rules for that type report the missing parts.
        guard let aps = push.aps, !push.apsMembers.isEmpty, !push.isPushTypeGiven,
            push.pushType == .alert, !push.isVisible, !push.concernsActivity,
            push[.contentAvailable] == nil, push[.contentChanged] == nil,
            // The rule about mutable-content reports that there is no text to change.
            push.payload.aps?.mutableContent != true,
            push[.urlArguments] == nil, !push.isAlertBesideAPS, !push.hasMisspelledKeys,
            push.managementProblem == nil
        else { return }
        report.add("aps has no alert, sound, badge or content-available", at: aps)
    }
}

extension LintSubject {
    /// Whether the payload contains nothing but an empty `aps`, and the push type is not stated.
    /// Pushes that may have an empty `aps`, such as location pushes, always state their push type.
    var isEmptyThroughout: Bool {
        guard let aps, aps.value.members?.isEmpty ?? false, !isPushTypeGiven,
            pushType == .alert
        else { return false }
        return members.allSatisfy { $0.key == "aps" || $0.key == APNSFile.targetBundleKey }
    }

    /// Whether one of Apple's keys is misspelled or misplaced. If so, the value that seems to be
    /// missing is present in some form.
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
