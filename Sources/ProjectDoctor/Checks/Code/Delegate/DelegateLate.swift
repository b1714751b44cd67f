// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let delegateLate = DoctorCheck.code(
        "delegate-late", .error, "the notification center's delegate may be set after the launch",
        why: "If a tap on a notification launched the app, the response is lost: the system "
            + "delivers it to the delegate that is set when the launch ends.",
        remedy: "set the delegate in application(_:didFinishLaunchingWithOptions:), not in a view",
        wrong: RuleExample(
            .init("App/AppDelegate.swift", DelegateExample.withoutDelegate),
            .init(
                "App/OrdersView.swift",
                """
                import SwiftUI
                import UserNotifications

                struct OrdersView: View {
                    let delegate: AppDelegate

                    var body: some View {
                        List {}.onAppear {
                            UNUserNotificationCenter.current().delegate = delegate
                        }
                    }
                }
                """)),
        right: RuleExample(.init("App/AppDelegate.swift", DelegateExample.right)),
        claim: .documented("UNUserNotificationCenterDelegate")
    ) { unit, report in
        let code = unit.code
        let assignments = code.centerDelegateAssignments.filter {
            !$0.node.value.is(NilLiteralExprSyntax.self)
        }
        guard !assignments.isEmpty else { return }
        report.markExamined(unit.name)
        let reasons = assignments.map { code.lateness(of: $0.node) }
        // If one of the assignments is made in time, the others do not matter.
        guard !reasons.contains(nil) else { return }
        for (assignment, reason) in zip(assignments, reasons) {
            report.add(
                "the delegate is set \(reason ?? "late")",
                at: assignment.source.location(of: assignment.node.node))
        }
    }
}

extension CodeIndex {
    /// Returns the reason why an assignment of the delegate is too late, as a phrase. Returns `nil`
    /// if the assignment may be in time.
    fileprivate func lateness(of assignment: CodeAssignment) -> String? {
        let node = assignment.node
        switch viewMoment(of: node) {
        case .appearing(let moment): return "in \(moment), when a view appears"
        case .view(let name): return "in the view \(name)"
        case nil: break
        }
        guard let function = node.enclosingFunction?.as(FunctionDeclSyntax.self) else { return nil }
        let later: Set = [
            "applicationDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
            "applicationWillEnterForeground(_:)", "sceneWillEnterForeground(_:)",
            "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
        ]
        if later.contains(function.selector) { return "in \(function.selector)" }
        guard Self.launchSelectors.contains(function.selector) else { return nil }
        for closure in node.enclosingClosures {
            guard let caller = closure.receivingCall?.calledName else { continue }
            let waits: Set = [
                "Task", "async", "asyncAfter", "requestAuthorization", "getNotificationSettings",
            ]
            if waits.contains(caller) { return "in a closure of \(caller), after the launch" }
        }
        return nil
    }
}

extension DelegateExample {
    static let withoutDelegate = launch(
        """
                center.setNotificationCategories([OrderCategory.category])
                BackgroundRefresh.register()
                application.registerForRemoteNotifications()
        """)
}
