// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionUnchecked = DoctorCheck.code(
        "permission-unchecked", .warning,
        "local notifications are scheduled without checking the permission",
        why: "Without permission nothing is scheduled: the request fails or is ignored, and the "
            + "app relies on a reminder that is never delivered.",
        remedy: "request permission, and read notificationSettings() before scheduling",
        wrong: RuleExample(
            .init("App/Permission.swift", "struct Permission { func ask() -> Bool { true } }"),
            .init("App/Reminder.swift", example(""))),
        right: RuleExample(
            .init(
                "App/Reminder.swift",
                example(
                    """
                            let settings = await center.notificationSettings()
                            guard settings.authorizationStatus != .denied else { return }

                    """))),
        claim: .documented("Scheduling a notification locally from your app")
    ) { unit, report in
        let code = unit.code
        let calls = code.calls("add").filter { $0.node.schedules(in: code) }
        guard let first = calls.first, unit.isWhole, !unit.usesFirebase else { return }
        report.markExamined(unit.name)
        let requests = code.calls("requestAuthorization").filter { $0.node["options"] != nil }
        guard !code.readsPermission, requests.allSatisfy({ $0.node.onlyLogsResult }) else { return }
        report.add(
            requests.isEmpty
                ? "permission is neither requested nor checked"
                : "neither the result of the permission request nor the notification settings are "
                    + "checked",
            at: first.location)
    }

    private static func example(_ statusCheck: String) -> String {
        """
        import UserNotifications

        struct Reminder {
            func schedule() async throws {
                let center = UNUserNotificationCenter.current()
        \(statusCheck)        let content = UNMutableNotificationContent()
                content.title = "Your order is waiting"
                content.interruptionLevel = .timeSensitive
                let trigger = UNTimeIntervalNotificationTrigger(
                    timeInterval: 600, repeats: false)
                let request = UNNotificationRequest(
                    identifier: "pick-up", content: content, trigger: trigger)
                try await center.add(request)
            }
        }
        """
    }
}

extension FunctionCallExprSyntax {
    /// Whether the person's response to the request is ignored, or only logged.
    fileprivate var onlyLogsResult: Bool {
        if ignoresResult { return true }
        guard let closure = closures.first, let name = closure.parameterNames.first else {
            return false
        }
        let finder = CallFinder()
        finder.walk(closure.statements)
        let isAssigned = closure.statements.tokens(viewMode: .sourceAccurate).contains {
            $0.tokenKind == .equal || $0.tokenKind == .keyword(.return)
        }
        // Calls inside a logging expression, such as `description`, are treated as logging.
        return name != "_" && !isAssigned && finder.calls.allSatisfy(\.writesLog)
    }

    /// Returns whether the call schedules a request by calling `add` on a notification center.
    func schedules(in code: CodeIndex) -> Bool {
        guard calledName == "add", let first = arguments.first, first.label == nil else {
            return false
        }
        if first.expression.stripped.as(FunctionCallExprSyntax.self)?.calledName
            == "UNNotificationRequest"
        {
            return true
        }
        return base.map { $0.isNotificationCenter } ?? false
    }
}

extension ExprSyntax {
    /// Whether the expression is the notification center, judging by its text. The text is
    /// `UNUserNotificationCenter.current()`, or the name of a variable or parameter that has this
    /// value or type and is declared in an enclosing function or type.
    var isNotificationCenter: Bool {
        if trimmedDescription.contains("UNUserNotificationCenter") { return true }
        guard let name = lastName else { return false }
        for scope in sequence(first: parent, next: { $0?.parent }) {
            guard let scope else { return false }
            if let list = scope.as(CodeBlockItemListSyntax.self),
                list.contains(where: { $0.item.storesNotificationCenter(as: name) })
            {
                return true
            }
            if let list = scope.as(MemberBlockItemListSyntax.self),
                list.contains(where: { $0.decl.storesNotificationCenter(as: name) })
            {
                return true
            }
            if let function = scope.as(FunctionDeclSyntax.self),
                function.signature.parameterClause.parameters.contains(where: {
                    ($0.secondName ?? $0.firstName).text == name
                        && $0.type.bareName == "UNUserNotificationCenter"
                })
            {
                return true
            }
        }
        return false
    }
}

extension SyntaxProtocol {
    /// Returns whether the declaration declares a variable as a notification center, by its value
    /// or by its type. Examples are `let center = UNUserNotificationCenter.current()` and a
    /// variable of type `UNUserNotificationCenter`.
    fileprivate func storesNotificationCenter(as name: String) -> Bool {
        guard
            let variable = self.as(VariableDeclSyntax.self)
                ?? Syntax(self).as(VariableDeclSyntax.self)
        else { return false }
        return variable.bindings.contains {
            $0.pattern.trimmedDescription == name
                && $0.trimmedDescription.contains("UNUserNotificationCenter")
        }
    }
}
