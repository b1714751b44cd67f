// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let activityTokenIgnored = DoctorCheck.code(
        "live-activity-token-ignored", .warning,
        "a Live Activity requests push updates, but its token is not read",
        why: "Each Live Activity has its own token, which is issued after the start and may "
            + "change. Without the token the server cannot update the activity.",
        remedy: "send each token of pushTokenUpdates to the server",
        wrong: RuleExample(.init("App/DeliveryActivity.swift", example(""))),
        right: RuleExample(
            .init(
                "App/DeliveryActivity.swift",
                example(
                    """
                            Task {
                                for await token in activity.pushTokenUpdates {
                                    await Server.shared.register(activityToken: token)
                                }
                            }

                    """))),
        claim: .documented(
            "Starting and updating Live Activities with ActivityKit push notifications")
    ) { unit, report in
        let code = unit.code
        let calls = code.calls("request").filter {
            $0.node["attributes"] != nil && $0.node["pushType"]?.lastName == "token"
        }
        guard !calls.isEmpty else { return }
        report.markExamined(unit.name)
        guard unit.isWhole, !code.uses("pushTokenUpdates", "pushToken") else { return }
        for call in calls {
            report.add("the token of this activity is never read", at: call.location)
        }
    }

    private static func example(_ reading: String) -> String {
        """
        import ActivityKit

        struct DeliveryActivity {
            func start() throws {
                let activity = try Activity.request(
                    attributes: DeliveryAttributes(order: "A1"),
                    content: .init(state: .init(minutes: 20), staleDate: nil),
                    pushType: .token)
        \(reading)    }
        }
        """
    }
}
