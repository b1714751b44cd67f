// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let apsMissing = LintRule(
        "aps-missing", .error, "aps is missing from a push that needs it",
        why: "For this push type, iOS reads only aps. If aps is missing, APNs accepts the push, "
            + "but nothing happens on the device.",
        remedy: "add an object \"aps\"",
        wrong: """
            ---
            apns-push-type: alert
            ---
            {"order": 4711}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your order shipped"}, "order": 4711}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.aps == nil, push.isReadBySystem, push.misspelledAPS == nil,
            !push.isAlertBesideAPS, !push.hasMisspelledKeys
        else { return }
        let start = push.root.range.prefix(1)
        if push.isSimulatorFileWithoutAPS {
            report.add(
                "there is no aps: the Simulator rejects a file without it, and an alert push "
                    + "without it shows nothing", at: start,
                remedy: "add an object \"aps\"; if the payload is for the app's code only, state "
                    + "its apns-push-type above the JSON")
            return
        }
        guard push.isPushTypeGiven,
            PushType(rawValue: push.headers[APNSHeader.pushType]?.value ?? "") != nil,
            // For a wallet pass, an empty object is valid: the device then updates the pass.
            !(push.headers[APNSHeader.topic]?.value.hasPrefix("pass.") ?? false)
        else { return }
        report.add(
            "there is no aps, but the push type is \(push.pushType.rawValue)",
            at: start)
    }
}

extension LintSubject {
    /// Whether this is a file for the Simulator that lacks `aps`. A payload that is meant for code,
    /// as its keys show (`mdm`), is not such a file.
    var isSimulatorFileWithoutAPS: Bool {
        isSimulatorFile && aps == nil && !isPushTypeGiven && pushType == .alert
    }
}
