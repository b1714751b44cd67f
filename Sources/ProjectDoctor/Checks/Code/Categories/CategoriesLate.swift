// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let categoriesLate = DoctorCheck.code(
        "categories-late", .warning, "categories are registered after the launch",
        why: "A notification that arrives before the registration has no buttons. Apple's "
            + "documentation says to register categories at launch.",
        remedy: "call setNotificationCategories(_:) in "
            + "application(_:didFinishLaunchingWithOptions:)",
        wrong: RuleExample(
            .init(
                "App/AppDelegate.swift",
                DelegateExample.launch(
                    """
                            center.delegate = self
                            BackgroundRefresh.register()
                            application.registerForRemoteNotifications()
                    """)),
            .init(
                "App/OrdersView.swift",
                """
                import SwiftUI
                import UserNotifications

                struct OrdersView: View {
                    var body: some View {
                        List {}.onAppear {
                            UNUserNotificationCenter.current()
                                .setNotificationCategories([OrderCategory.category])
                        }
                    }
                }
                """)),
        right: RuleExample(.init("App/AppDelegate.swift", DelegateExample.right)),
        claim: .documented("Declaring your actionable notification types")
    ) { unit, report in
        let code = unit.code
        let calls = code.calls("setNotificationCategories")
        guard !calls.isEmpty else { return }
        report.markExamined(unit.name)
        let reasons = calls.map { code.latenessOfCategories($0.node) }
        guard !reasons.contains(nil) else { return }
        for (call, reason) in zip(calls, reasons) {
            report.add("categories are registered \(reason ?? "late")", at: call.location)
        }
    }
}

extension CodeIndex {
    /// Returns the reason why a call registers categories too late, as a phrase. Returns `nil` if
    /// the call may be in time.
    fileprivate func latenessOfCategories(_ call: FunctionCallExprSyntax) -> String? {
        switch viewMoment(of: call) {
        case .appearing(let moment): return "in \(moment), when a view appears"
        case .view(let name): return "in the view \(name)"
        case nil: break
        }
        guard let function = call.enclosingFunction?.as(FunctionDeclSyntax.self) else { return nil }
        if function.selector.hasPrefix("userNotificationCenter(")
            || function.selector.contains("didReceiveRemoteNotification")
        {
            return "after a notification has already arrived"
        }
        return nil
    }
}
