// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenNotRequested = DoctorCheck.code(
        "token-not-requested", .error, "the app does not register for remote notifications",
        why: "Without registration there is no device token, and without a token no push reaches "
            + "the app.",
        remedy: "call registerForRemoteNotifications() at every launch",
        wrong: RuleExample(
            .init(
                "App/AppDelegate.swift",
                DelegateExample.launch(
                    """
                            center.delegate = self
                            center.setNotificationCategories([OrderCategory.category])
                            BackgroundRefresh.register()
                    """))),
        right: RuleExample(
            .init(
                "App/AppDelegate.swift",
                DelegateExample.launch(
                    """
                            center.delegate = self
                            center.setNotificationCategories([OrderCategory.category])
                            BackgroundRefresh.register()
                            application.registerForRemoteNotifications()
                    """))),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        guard let callback = unit.code.tokenCallbacks.first else { return }
        report.markExamined(unit.name)
        guard unit.isWhole, !unit.code.uses("registerForRemoteNotifications") else { return }
        report.add(
            "the app handles a device token, but never registers for one",
            at: callback.source.location(of: callback.node.nameNode))
    }
}

/// Creates the app delegates that appear in examples.
enum DelegateExample {
    static func launch(_ body: String) -> String {
        """
        import UIKit
        import UserNotifications

        final class AppDelegate: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                let center = UNUserNotificationCenter.current()
        \(body)
                return true
            }
        }
        """
    }
}
