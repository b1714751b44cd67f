// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let triggerInterval = DoctorCheck.code(
        "trigger-interval-invalid", .error, "a trigger's time interval is invalid",
        why: "The interval must be greater than zero, and at least 60 seconds for a trigger that "
            + "repeats. Any other value raises an exception that terminates the app.",
        remedy: "use an interval of at least 60 seconds for a repeating trigger, or no trigger for "
            + "immediate delivery",
        wrong: RuleExample(.init("App/Tick.swift", example("30"))),
        right: RuleExample(.init("App/Tick.swift", example("60"))),
        claim: .documented("UNTimeIntervalNotificationTrigger")
    ) { unit, report in
        for call in unit.code.calls("UNTimeIntervalNotificationTrigger") {
            report.markExamined(unit.name)
            guard let seconds = call.node["timeInterval"]?.number else { continue }
            let repeats = call.node["repeats"]?.as(BooleanLiteralExprSyntax.self)
                .map { $0.literal.tokenKind == .keyword(.true) }
            if seconds <= 0 {
                report.add("the interval is not greater than zero", at: call.location)
            } else if repeats == true, seconds < 60 {
                report.add("the trigger repeats after less than 60 seconds", at: call.location)
            }
        }
    }

    private static func example(_ seconds: String) -> String {
        """
        import UserNotifications

        func tick() -> UNNotificationTrigger {
            UNTimeIntervalNotificationTrigger(timeInterval: \(seconds), repeats: true)
        }
        """
    }
}

extension ExprSyntax {
    /// The value of a numeric literal, with or without a minus sign.
    fileprivate var number: Double? {
        let text = trimmedDescription.filter { $0 != "_" }
        guard
            self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
                || self.is(PrefixOperatorExprSyntax.self)
        else { return nil }
        return Double(text)
    }
}
