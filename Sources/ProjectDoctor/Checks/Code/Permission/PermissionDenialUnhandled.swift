// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionDenialUnhandled = DoctorCheck.code(
        "permission-denial-unhandled", .warning, "the result of the permission request is not used",
        why: "After a person declines, the system never asks again and does not show the app's "
            + "notifications. An app that ignores the result behaves as if the system showed its "
            + "notifications.",
        remedy: "use the result of requestAuthorization, or read notificationSettings(); offer a "
            + "link to Settings where notifications would help",
        wrong: RuleExample(
            .init(
                "App/Permission.swift",
                example(
                    "_ = try await center.requestAuthorization(options: [.alert, .sound])\n"
                        + "        return true")),
            .init("App/Reminder.swift", "struct Reminder {}")),
        right: RuleExample(
            .init(
                "App/Permission.swift",
                example(
                    "try await center.requestAuthorization(options: [.alert, .sound])"))),
        claim: .documented("Asking permission to use notifications")
    ) { unit, report in
        let code = unit.code
        let calls = code.calls("requestAuthorization").filter { $0.node["options"] != nil }
        guard !calls.isEmpty, !unit.usesKit else { return }
        report.markExamined(unit.name)
        guard !code.readsPermission, calls.allSatisfy({ $0.node.ignoresResult }) else { return }
        for call in calls {
            report.add("the result of this permission request is not used", at: call.location)
        }
    }

    private static func example(_ body: String) -> String {
        """
        import UserNotifications

        struct Permission {
            func ask() async throws -> Bool {
                let center = UNUserNotificationCenter.current()
                \(body)
            }
        }
        """
    }
}

extension CodeIndex {
    /// Whether the code reads notification settings, or shows a link to them.
    var readsPermission: Bool {
        uses(
            "notificationSettings", "getNotificationSettings", "authorizationStatus",
            "openNotificationSettingsURLString", "openSettingsURLString",
            "UNAuthorizationStatus", "NotificationPermission")
    }
}

extension FunctionCallExprSyntax {
    /// Whether the code ignores the result of `requestAuthorization`: it assigns the result to `_`,
    /// uses the call as a separate statement, or passes a closure that does not use its first
    /// parameter.
    var ignoresResult: Bool {
        if let closure = closures.first {
            guard closure.signature != nil else {
                return !closure.statements.tokens(viewMode: .sourceAccurate)
                    .contains { $0.tokenKind == .dollarIdentifier("$0") }
            }
            guard let name = closure.parameterNames.first, name != "_" else { return true }
            return !closure.statements.tokens(viewMode: .sourceAccurate)
                .contains { $0.tokenKind == .identifier(name) }
        }
        // A function that is passed as the second argument may use the result.
        if arguments.count > 1 { return false }
        var node = Syntax(self)
        while let parent = node.parent,
            parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
        {
            node = parent
        }
        if let list = node.parent?.as(ExprListSyntax.self) {
            return list.first?.is(DiscardAssignmentExprSyntax.self) ?? false
        }
        guard let item = node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        // If the call is the only expression of a function or closure, its result may be returned.
        return list.count > 1
    }
}
