// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let fileProviderBody = LintRule(
        "fileprovider-body", .warning, "a file provider push without container-identifier",
        why: "The key container-identifier, in a payload without aps, identifies the folder that "
            + "changed. Without this key, the system does not inform the file provider.",
        remedy: "add container-identifier, and domain for a replicated file provider",
        wrong: """
            ---
            apns-push-type: fileprovider
            ---
            {"aps": {"content-available": 1}}
            """,
        right: """
            ---
            apns-push-type: fileprovider
            ---
            {
              "container-identifier": "NSFileProviderWorkingSetContainerItemIdentifier",
              "domain": "main"
            }
            """,
        claim: .documented("Using push notifications to signal changes")
    ) { push, report in
        guard push.certainType == .fileprovider, push.custom("container-identifier") == nil else {
            return
        }
        report.add("there is no key container-identifier", at: push.root.range.prefix(1))
    }
}
