// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionAtLaunch = DoctorCheck.code(
        "permission-at-launch", .warning, "the app asks for permission while it starts",
        why: "The system asks once. A person who does not know yet what notifications are for "
            + "mostly declines, and then only Settings can change it.",
        remedy: "ask where a person sees what the notifications are for, or ask for "
            + "provisional permission; registering at launch is right",
        wrong: RuleExample(
            .init("App/AppDelegate.swift", PermissionExample.delegate(asking: true))),
        right: RuleExample(
            .init("App/AppDelegate.swift", PermissionExample.delegate(asking: false))),
        claim: .documented("Asking permission to use notifications")
    ) { unit, report in
        let code = unit.code
        guard code.uses("requestAuthorization") else { return }
        report.looked(unit.name)
        for method in code.launchMethods {
            guard let body = method.node.body else { continue }
            for call in code.callsRun(by: Syntax(body), named: "requestAuthorization")
            where call.node.asksThePerson {
                report.add(
                    "permission is requested from \(method.node.launchName)",
                    at: call.location)
            }
        }
    }
}

extension CodeMethod {
    /// What a method of the launch is called in findings.
    fileprivate var launchName: String { baseName == "init" ? "App.init" : selector }
}

extension FunctionCallExprSyntax {
    /// Whether a request for permission shows the system's question: not a provisional one, and
    /// not one of another framework.
    var asksThePerson: Bool {
        guard let options = self["options"] else { return false }
        // What is not written here may be provisional.
        guard let names = options.memberNames else { return false }
        return !names.contains("provisional")
    }
}

/// App delegates for the examples.
enum PermissionExample {
    static func delegate(asking: Bool) -> String {
        let ask = """
                    center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, _ in
                        if !granted { Hints.shared.explainSettings() }
                    }

            """
        return """
            import UIKit
            import UserNotifications

            final class AppDelegate: NSObject, UIApplicationDelegate {
                func application(
                    _ application: UIApplication,
                    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
                ) -> Bool {
                    let center = UNUserNotificationCenter.current()
                    center.delegate = self
                    center.setNotificationCategories([OrderCategory.category])
                    BackgroundRefresh.register()
            \(asking ? ask : "")        application.registerForRemoteNotifications()
                    return true
                }
            }
            """
    }
}
