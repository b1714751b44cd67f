// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let categoriesReplaced = DoctorCheck.code(
        "categories-replaced", .warning, "several calls register categories",
        why: "Each call replaces all categories of the app. The buttons of notifications in "
            + "previously registered categories disappear.",
        remedy: "register all categories in one call",
        wrong: RuleExample(
            .init(
                "App/Chat.swift",
                """
                import UserNotifications

                enum Chat {
                    static func start() {
                        UNUserNotificationCenter.current().setNotificationCategories([
                            UNNotificationCategory(
                                identifier: "MESSAGE", actions: [], intentIdentifiers: [])
                        ])
                    }
                }
                """),
            .init(
                "App/News.swift",
                """
                import UserNotifications

                enum News {
                    static func start() {
                        UNUserNotificationCenter.current().setNotificationCategories([
                            UNNotificationCategory(
                                identifier: "NEWS", actions: [], intentIdentifiers: [])
                        ])
                    }
                }
                """)),
        right: RuleExample(
            .init(
                "App/Chat.swift",
                """
                import UserNotifications

                enum Chat {
                    static let category = UNNotificationCategory(
                        identifier: "MESSAGE", actions: [], intentIdentifiers: [])
                }
                """)),
        claim: .documented("setNotificationCategories(_:)")
    ) { unit, report in
        let code = unit.code
        let calls = code.calls("setNotificationCategories")
        guard !calls.isEmpty else { return }
        report.markExamined(unit.name)
        guard !code.uses("getNotificationCategories", "notificationCategories") else { return }
        var earlier: Set<String> = []
        for call in calls {
            guard let identifiers = code.identifiers(in: call.node), !identifiers.isEmpty else {
                continue
            }
            if !earlier.isEmpty, earlier.isDisjoint(with: identifiers) {
                report.add(
                    "this call replaces the categories \(earlier.sorted().joined(separator: ", "))",
                    at: call.location)
            }
            earlier.formUnion(identifiers)
        }
    }
}

extension CodeIndex {
    /// Returns the identifiers of the categories that a registering call itself creates. Returns
    /// `nil` if the call may register other categories.
    fileprivate func identifiers(in call: FunctionCallExprSyntax) -> Set<String>? {
        guard let list = call.arguments.first?.expression.as(ArrayExprSyntax.self) else {
            return nil
        }
        var found: Set<String> = []
        for element in list.elements {
            guard let made = element.expression.as(FunctionCallExprSyntax.self),
                made.calledName == "UNNotificationCategory", let name = made["identifier"],
                let text = text(of: name)
            else { return nil }
            found.insert(text)
        }
        return found
    }
}
