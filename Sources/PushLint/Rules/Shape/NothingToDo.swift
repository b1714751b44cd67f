// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let nothingToDo = LintRule(
        "nothing-to-do", .note, "the payload contains nothing for iOS",
        why: "A push without aps, or with an empty aps, is valid for VoIP, location, Push to Talk "
            + "and a few other push types, whose payload the app's code reads. An alert push of "
            + "this kind shows nothing.",
        remedy: "state the push type; for an alert, add an alert to aps",
        wrong: #"{"aps": {}, "order": 4711}"#,
        right: #"{"aps": {"alert": "Your order shipped"}, "order": 4711}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard !push.isPushTypeGiven, push.root.members != nil, push.pushType == .alert,
            push.aps.map({ $0.value.members?.isEmpty ?? false }) ?? true,
            push.misspelledAPS == nil,
            // For a wallet pass, an empty object is valid: the device then updates the pass.
            !(push.headers[APNSHeader.topic]?.value.hasPrefix("pass.") ?? false),
            !push.isAlertBesideAPS, !push.isEmptyThroughout, !push.isSimulatorFileWithoutAPS,
            push.managementProblem == nil, push.aps != nil || !push.hasMisspelledKeys
        else { return }
        report.add(
            push.aps == nil ? "there is no aps" : "aps is empty",
            at: push.aps?.keyRange
                ?? push.root.range.lowerBound..<(push.root.range.lowerBound + 1))
    }
}
