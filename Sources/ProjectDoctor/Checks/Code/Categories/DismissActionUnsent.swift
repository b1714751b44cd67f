// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let dismissActionUnsent = DoctorCheck(
        "dismiss-action-unsent", .warning, "code handles dismissals, but no category requests them",
        why: "The system reports a dismissed notification to the app only if its category has the "
            + "option customDismissAction.",
        remedy: "add the option .customDismissAction to the category, or remove the code",
        wrong: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.dismissed)),
        right: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.dismissed),
            .init(
                "App/OrderCategory.swift",
                """
                import UserNotifications

                enum OrderCategory {
                    static var category: UNNotificationCategory {
                        UNNotificationCategory(
                            identifier: "ORDER", actions: [], intentIdentifiers: [],
                            options: [.customDismissAction])
                    }
                }
                """)),
        claim: .documented("UNNotificationDismissActionIdentifier")
    ) { project, report in
        // An app extension may register categories, too, and options may be created from raw
        // values.
        let isRequested = project.sources.values.contains { source in
            ["customDismissAction", "UNNotificationCategoryOptions"].contains {
                source.facts.mentions[$0] != nil || source.facts.typeNames[$0] != nil
            }
        }
        for unit in report.codeUnits(of: project) {
            let uses = unit.code.mentions("UNNotificationDismissActionIdentifier")
            guard !uses.isEmpty else { continue }
            report.markExamined(unit.name)
            guard unit.isWhole, !unit.usesFirebase, !isRequested else { continue }
            for use in uses where use.node.leadsToWork {
                report.add("no category has the option customDismissAction", at: use.location)
            }
        }
    }
}

extension PresentationExample {
    fileprivate static let dismissed = withHandlers(
        present: "completionHandler([.banner, .list, .sound])",
        respond: """
            switch response.actionIdentifier {
                    case UNNotificationDismissActionIdentifier:
                        Statistics.shared.countDismissal()
                    default:
                        Navigation.shared.open(response.notification.request.content.userInfo)
                    }
                    completionHandler()
            """)
}

extension DeclReferenceExprSyntax {
    /// Whether the name is the pattern of a switch case, or part of the condition of an `if`, and
    /// the code of that case or `if` has an effect. A case that contains only `break` ignores
    /// dismissals.
    fileprivate var leadsToWork: Bool {
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node, !node.is(FunctionDeclSyntax.self), !node.is(ClosureExprSyntax.self)
            else { return false }
            if node.is(SwitchCaseLabelSyntax.self) {
                let choice = node.parent?.as(SwitchCaseSyntax.self)
                let isAlone = (node.as(SwitchCaseLabelSyntax.self)?.caseItems.count ?? 0) == 1
                return isAlone && (choice?.statements.doWork ?? false)
            }
            if let branch = node.as(IfExprSyntax.self) {
                let isEqual = branch.conditions.trimmedDescription.contains("==")
                return isEqual && branch.conditions.count == 1
                    && !branch.conditions.trimmedDescription.contains("||")
                    && branch.body.statements.doWork
            }
        }
        return false
    }
}

extension CodeBlockItemListSyntax {
    /// Whether the statements do more than break, return, log, or call a completion handler.
    fileprivate var doWork: Bool {
        let finder = CallFinder()
        finder.walk(self)
        return finder.calls.contains { call in
            let name = (call.calledName ?? "").lowercased()
            return !call.writesLog && !["handler", "completion"].contains { name.contains($0) }
        }
    }
}
