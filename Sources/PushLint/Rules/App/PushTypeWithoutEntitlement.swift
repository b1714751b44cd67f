// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    /// The entitlement that an app needs to get a device token for a push type.
    private static let entitlements: [PushType: String] = [
        .location: "com.apple.developer.location.push",
        .pushtotalk: "com.apple.developer.push-to-talk",
    ]

    static let pushTypeWithoutEntitlement = LintRule(
        "push-type-without-entitlement", .warning,
        "the app lacks the entitlement for this push type",
        why: "Without the entitlement, the app gets no token for these pushes, so they cannot "
            + "reach the app.",
        remedy: "add the entitlement; Apple grants some of these entitlements only on request",
        wrong: """
            ---
            apns-push-type: location
            ---
            {"aps": {}}
            """,
        right: #"{"aps": {"alert": {"title": "Ada is near", "body": "At the corner"}}}"#,
        claim: .documented("Creating a location push service extension")
    ) { push, report in
        guard let type = push.statedType, let app = push.app, let own = app.entitlements,
            let needed = entitlements[type], !own.contains(needed)
        else { return }
        report.add("\(app.name) has no entitlement \(needed)", header: APNSHeader.pushType)
    }
}
