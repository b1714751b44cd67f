// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let presentationCompletionNotCalled = DoctorCheck.code(
        "presentation-completion-not-called", .error,
        "the completion handler of willPresent is not called",
        why: "The options passed to the handler decide how the system shows the notification; "
            + "without a call it is not shown.",
        remedy: "call the handler on every path; pass [] to show nothing",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.withHandlers(
                    present: """
                        guard notification.request.content.badge != nil else { return }
                                completionHandler([.banner, .list, .sound])
                        """,
                    respond: "completionHandler()"))),
        right: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.right)),
        claim: .documented("userNotificationCenter(_:willPresent:withCompletionHandler:)")
    ) { unit, report in
        report.examineCompletions(
            of: unit.calledByCenter(
                unit.code.methods(
                    "userNotificationCenter(_:willPresent:withCompletionHandler:)")))
    }
}
