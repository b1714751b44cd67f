// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionOnAppear = DoctorCheck.code(
        "permission-on-appear", .warning, "the first view requests permission when it appears",
        why: "This request is as early as a request at launch: the person does not yet know what "
            + "notifications would be useful for, and the system asks only once.",
        remedy: "request permission after the person has done something, for instance in a "
            + "button's action",
        wrong: RuleExample(
            .init(
                "App/OrdersView.swift",
                example(
                    """
                            List {}
                                .task {
                                    _ = try? await UNUserNotificationCenter.current()
                                        .requestAuthorization(options: [.alert, .sound])
                                }
                    """))),
        right: RuleExample(
            .init(
                "App/OrdersView.swift",
                example(
                    """
                            Button("Tell me when it is ready") {
                                Task { try await Permission().ask() }
                            }
                    """))),
        claim: .documented("Human Interface Guidelines, Managing notifications")
    ) { unit, report in
        let code = unit.code
        guard code.uses("requestAuthorization") else { return }
        report.markExamined(unit.name)
        for closure in code.appearClosures(ofViews: code.rootViews) {
            let statements = Syntax(closure.node.statements)
            for call in code.callsRun(by: statements, named: "requestAuthorization")
            where call.node.showsPrompt {
                let name = closure.node.receivingCall?.calledName ?? "onAppear"
                report.add(
                    "permission is requested from \(name) of the first view", at: call.location)
            }
        }
    }

    private static func example(_ body: String) -> String {
        """
        import SwiftUI
        import UserNotifications

        struct OrdersView: View {
            var body: some View {
        \(body)
            }
        }
        """
    }
}
