// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let targetBundleSent = LintRule(
        "simulator-target-bundle", .note,
        "the payload contains a key that is only for the Simulator",
        why:
            "\"Simulator Target Bundle\" tells the Simulator which app a file is for. Bellhop "
            + "removes the key before sending. Other senders send the key to the app, and its "
            + "bytes count toward the size limit.",
        remedy: "no change is needed if Bellhop sends the file; otherwise remove the key",
        wrong: """
            ---
            apns-topic: com.example.app
            apns-push-type: alert
            ---
            {"Simulator Target Bundle": "com.example.app", "aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-topic: com.example.app
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Xcode 11.4 release notes")
    ) { push, report in
        // The key is correct in a file for the Simulator.
        guard let member = push.custom(APNSFile.targetBundleKey), !push.isSimulatorFile else {
            return
        }
        report.add("this key is for the Simulator only", at: member)
    }
}
