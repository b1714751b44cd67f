// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionStatusTooNarrow = DoctorCheck.code(
        "permission-status-too-narrow", .warning,
        "the code compares the authorization status only with authorized",
        why: "An app that requests provisional permission, and an App Clip with its ephemeral one, "
            + "can schedule notifications and receive pushes without the status authorized. This "
            + "comparison excludes people with such a permission.",
        remedy: "accept provisional and ephemeral too, or test for denied and notDetermined",
        wrong: RuleExample(.init("App/Reminder.swift", example("== .authorized"))),
        right: RuleExample(.init("App/Reminder.swift", example("!= .denied"))),
        claim: .documented("UNAuthorizationStatus")
    ) { unit, report in
        let code = unit.code
        let mentions = code.mentions("authorizationStatus")
        guard code.imports.contains("UserNotifications"), !mentions.isEmpty else { return }
        report.markExamined(unit.name)
        guard !code.uses("ephemeral") else { return }
        let acceptsProvisional = code.sources.contains { source in
            source.facts.mentions["provisional"]?.contains { !$0.isRequestedOption } ?? false
        }
        guard !acceptsProvisional else { return }
        let isRequested = code.uses("provisional")
        // Only an App Clip can have ephemeral permission.
        guard isRequested || unit.target?.requestsEphemeralPermission ?? false else { return }
        for occurrence in mentions where occurrence.node.gatesOnAuthorized {
            report.add(
                isRequested
                    ? "provisional permission is requested, but this test excludes it"
                    : "an App Clip has ephemeral permission, but this test excludes it",
                at: occurrence.location)
        }
    }

    private static func example(_ test: String) -> String {
        """
        import UserNotifications

        struct Reminder {
            func ask() async throws {
                let granted = try await UNUserNotificationCenter.current()
                    .requestAuthorization(options: [.alert, .provisional])
                if !granted { await Hints.shared.explainSettings() }
            }

            func schedule(_ request: UNNotificationRequest) async throws {
                let center = UNUserNotificationCenter.current()
                let settings = await center.notificationSettings()
                guard settings.authorizationStatus \(test) else { return }
                try await center.add(request)
            }
        }
        """
    }
}

extension AppTarget {
    /// Whether the target is an App Clip whose Info.plist requests ephemeral permission.
    fileprivate var requestsEphemeralPermission: Bool {
        configurations.contains {
            $0.info("NSAppClip").value?["NSAppClipRequestEphemeralUserNotification"]?.bool ?? false
        }
    }
}

extension DeclReferenceExprSyntax {
    /// Whether the name is an element of an array, as in the options of a request. In a list of
    /// permitted statuses, it is not an option.
    fileprivate var isRequestedOption: Bool {
        guard let element = parent?.parent?.as(ArrayElementSyntax.self) else { return false }
        let names = element.parent?.parent?.as(ExprSyntax.self)?.memberNames
        return names.map { !$0.contains("authorized") } ?? true
    }

    /// Whether `x.authorizationStatus == .authorized`, as the only condition, controls scheduling
    /// or registering.
    fileprivate var gatesOnAuthorized: Bool {
        guard var node = parent, node.is(MemberAccessExprSyntax.self) else { return false }
        while let outer = node.parent,
            outer.is(AwaitExprSyntax.self) || outer.is(TryExprSyntax.self)
        {
            node = outer
        }
        guard let sequence = node.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
        let elements = Array(sequence.elements)
        guard elements.count == 3,
            elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "==",
            elements[2].lastName == "authorized",
            let condition = sequence.parent?.as(ConditionElementSyntax.self),
            let statement = condition.parent?.parent
        else { return false }
        let functions: Set = ["add", "registerForRemoteNotifications"]
        if let node = statement.as(IfExprSyntax.self) {
            return node.body.calls(anyOf: functions)
        }
        guard statement.is(GuardStmtSyntax.self),
            let list = statement.parent?.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        return list.contains {
            $0.position > statement.position && Syntax($0).calls(anyOf: functions)
        }
    }
}

extension SyntaxProtocol {
    /// Returns whether the code calls a function with one of the given names.
    func calls(anyOf names: Set<String>) -> Bool {
        let finder = CallFinder()
        finder.walk(self)
        return finder.calls.contains { $0.calledName.map(names.contains) ?? false }
    }
}
