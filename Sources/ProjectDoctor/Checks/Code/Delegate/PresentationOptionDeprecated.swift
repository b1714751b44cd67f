// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import SwiftSyntax

extension DoctorCheck {
    static let presentationOptionDeprecated = DoctorCheck.code(
        "foreground-option-deprecated", .warning, "the option alert is deprecated",
        why: "Since iOS 14 the options banner and list replace it, so that an app can choose each "
            + "of them separately.",
        remedy: "return .banner and .list",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.asynchronous(
                    "[.alert, .badge, .sound]"))),
        right: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.asynchronous(
                    "[.banner, .list, .badge, .sound]"))),
        claim: .documented("UNNotificationPresentationOptions")
    ) { unit, report in
        if let minimum = unit.minimumOS, minimum < OSVersion(14, 0) { return }
        for method in unit.calledByCenter(unit.code.presentationMethods) {
            report.markExamined(unit.name)
            for options in method.node.presentationOptions
            where options.names.contains("alert") && !options.node.isFallback {
                report.add(
                    "the option .alert is deprecated since iOS 14",
                    at: method.source.location(of: options.node))
            }
        }
    }
}

extension SyntaxProtocol {
    /// Whether a node is code for older systems, because it is in the `else` of `#available` or in
    /// a declaration that is available only on older systems.
    var isFallback: Bool {
        var child = Syntax(self)
        while let parent = child.parent {
            if let branch = parent.as(IfExprSyntax.self),
                branch.conditions.contains(where: {
                    $0.condition.is(AvailabilityConditionSyntax.self)
                })
            {
                let isUnavailable = branch.conditions.trimmedDescription.contains("#unavailable")
                let isElse = child.id == branch.elseBody.map { Syntax($0).id }
                if isElse != isUnavailable { return true }
            }
            if let guarded = parent.as(GuardStmtSyntax.self), child.id == guarded.body.id,
                guarded.conditions.contains(where: {
                    $0.condition.is(AvailabilityConditionSyntax.self)
                })
            {
                return true
            }
            if let declaration = parent.asProtocol((any WithAttributesSyntax).self),
                declaration.attributes.trimmedDescription.contains("deprecated")
                    || declaration.attributes.trimmedDescription.contains("obsoleted")
            {
                return true
            }
            // After `if #available(…) { … return }`, only older systems remain.
            if let list = parent.as(CodeBlockItemListSyntax.self),
                list.contains(where: { $0.position < child.position && $0.servesNewerSystems })
            {
                return true
            }
            child = parent
        }
        return false
    }
}

extension CodeBlockItemSyntax {
    /// Whether the statement has the form `if #available(…) { … return }`.
    fileprivate var servesNewerSystems: Bool {
        let branch =
            item.as(IfExprSyntax.self)
            ?? item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        guard let branch,
            branch.conditions.contains(where: {
                $0.condition.is(AvailabilityConditionSyntax.self)
            })
        else { return false }
        return branch.body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false
    }
}
