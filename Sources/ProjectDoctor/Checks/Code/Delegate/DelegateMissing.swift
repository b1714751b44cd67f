// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let delegateMissing = DoctorCheck.code(
        "delegate-missing", .error, "the notification center has no delegate",
        why: "Without a delegate, no notification is shown while the app is in the foreground, and "
            + "taps are not reported to the app.",
        remedy: "set UNUserNotificationCenter.current().delegate in "
            + "application(_:didFinishLaunchingWithOptions:)",
        wrong: RuleExample(
            .init(
                "App/AppDelegate.swift",
                DelegateExample.launch(
                    """
                            center.setNotificationCategories([OrderCategory.category])
                            BackgroundRefresh.register()
                            application.registerForRemoteNotifications()
                    """))),
        right: RuleExample(.init("App/AppDelegate.swift", DelegateExample.right)),
        claim: .documented("UNUserNotificationCenterDelegate")
    ) { unit, report in
        let code = unit.code
        guard let delegate = code.centerDelegates.first else { return }
        report.markExamined(delegate.type.name)
        guard unit.isWhole, !unit.usesFirebase, !code.mayHaveCenterDelegate else { return }
        report.add(
            "\(delegate.type.name) is never set as the notification center's delegate",
            at: delegate.source.location(of: delegate.type.node.nameNode))
    }
}

extension DelegateExample {
    static let right = launch(
        """
                center.delegate = self
                center.setNotificationCategories([OrderCategory.category])
                BackgroundRefresh.register()
                application.registerForRemoteNotifications()
        """)
}
