// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let categoryInitializerUnknown = DoctorCheck.code(
        "category-initializer-unknown", .error, "UNNotificationCategory has no such initializer",
        why: "UNNotificationCategory accepts categorySummaryFormat only together with "
            + "hiddenPreviewsBodyPlaceholder; without it the code does not compile.",
        remedy: "add hiddenPreviewsBodyPlaceholder, or remove categorySummaryFormat, which has no "
            + "visible effect since iOS 15",
        wrong: RuleExample(
            .init(
                "App/OrderCategory.swift",
                example(
                    "intentIdentifiers: [], categorySummaryFormat: \"%u more\", options: []"))),
        right: RuleExample(
            .init(
                "App/OrderCategory.swift",
                example(
                    "intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: nil, options: []"))),
        claim: .documented("UNNotificationCategory")
    ) { unit, report in
        let code = unit.code
        for call in code.calls("UNNotificationCategory") {
            report.markExamined(unit.name)
            let labels = call.node.labels
            guard labels.contains("categorySummaryFormat"),
                !labels.contains("hiddenPreviewsBodyPlaceholder"),
                // An initializer that the app adds in an extension may have any parameters.
                !(code.type("UNNotificationCategory") ?? []).contains(where: {
                    $0.type.methods.contains { $0.baseName == "init" }
                })
            else { continue }
            report.add(
                "no initializer takes categorySummaryFormat without hiddenPreviewsBodyPlaceholder",
                at: call.location)
        }
    }

    private static func example(_ arguments: String) -> String {
        """
        import UserNotifications

        enum OrderCategory {
            static var category: UNNotificationCategory {
                UNNotificationCategory(
                    identifier: "ORDER", actions: [],
                    \(arguments))
            }
        }
        """
    }
}
