// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let responseCompletionNotCalled = DoctorCheck.code(
        "response-completion-not-called", .error,
        "the completion handler of a response is not called",
        why: "The system wakes the app for the response and considers the work unfinished until "
            + "the handler is called.",
        remedy: "call the handler on every path, or implement the async variant of the method",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.withHandlers(
                    present: "completionHandler([.banner, .list, .sound])",
                    respond:
                        "Navigation.shared.open(response.notification.request.content.userInfo)"
                ))),
        right: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.right)),
        claim: .documented("userNotificationCenter(_:didReceive:withCompletionHandler:)")
    ) { unit, report in
        report.examineCompletions(
            of: unit.calledByCenter(
                unit.code.methods(
                    "userNotificationCenter(_:didReceive:withCompletionHandler:)")))
    }
}
