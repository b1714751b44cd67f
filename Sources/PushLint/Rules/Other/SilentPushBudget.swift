// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let silentPushBudget = LintRule(
        "silent-push-budget", .note, "silent pushes are throttled",
        why: "The system wakes an app for two or three silent pushes an hour at most, keeps only "
            + "the newest while the device saves power, and wakes no app that the person has "
            + "force-quit. Apps that run from Xcode have no such limit.",
        remedy: "do not rely on silent pushes: also fetch data at launch, and send an alert for "
            + "information that the person must see",
        wrong: #"{"aps": {"content-available": 1}, "feed": "news"}"#,
        right: #"{"aps": {"alert": "Your parcel is here"}}"#,
        claim: .documented("Pushing background updates to your App")
    ) { push, report in
        guard push.effectiveType == .background,
            push.payload.aps?.contentAvailable == true, let member = push[.contentAvailable]
        else { return }
        report.add("a silent push may be delayed or never delivered", at: member)
    }
}
