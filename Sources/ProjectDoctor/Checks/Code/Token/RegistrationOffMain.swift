// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let registrationOffMain = DoctorCheck.code(
        "registration-off-main", .warning,
        "the app may register with APNs on a background thread",
        why: "The closures of requestAuthorization and getNotificationSettings run on a background "
            + "thread, but registerForRemoteNotifications() must be called on the main thread.",
        remedy: "wrap the call in DispatchQueue.main.async, or use the async functions on the main "
            + "actor",
        wrong: RuleExample(
            .init(
                "App/Permission.swift",
                example(
                    """
                            UIApplication.shared.registerForRemoteNotifications()
                    """))),
        right: RuleExample(
            .init(
                "App/Permission.swift",
                example(
                    """
                            DispatchQueue.main.async {
                                UIApplication.shared.registerForRemoteNotifications()
                            }
                    """))),
        claim: .documented("requestAuthorization(options:completionHandler:)")
    ) { unit, report in
        for call in unit.code.calls("registerForRemoteNotifications") {
            guard let closure = call.node.enclosingClosures.first,
                let caller = closure.receivingCall?.calledName
            else { continue }
            report.markExamined(unit.name)
            let isMain =
                closure.signature?.attributes.trimmedDescription.contains("MainActor") ?? false
            guard ["requestAuthorization", "getNotificationSettings"].contains(caller), !isMain
            else { continue }
            report.add("this runs on the background thread of \(caller)", at: call.location)
        }
    }

    private static func example(_ register: String) -> String {
        """
        import UIKit
        import UserNotifications

        struct Permission {
            func ask() -> Bool {
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) {
                    granted, _ in
                    guard granted else { return }
        \(register)
                }
                return true
            }
        }
        """
    }
}
