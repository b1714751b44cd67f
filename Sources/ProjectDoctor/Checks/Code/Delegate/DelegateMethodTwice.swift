// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let delegateMethodTwice = DoctorCheck.code(
        "delegate-method-twice", .error,
        "a delegate method is implemented twice: with a completion handler and as async",
        why: "Both variants have the same Objective-C selector. Within one class, the compiler "
            + "rejects the second method; if a subclass implements it, only one of the two is "
            + "called.",
        remedy: "remove one of the two methods",
        wrong: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.right),
            .init(
                "App/AppDelegate+Again.swift",
                """
                import UserNotifications

                extension AppDelegate {
                    func userNotificationCenter(
                        _ center: UNUserNotificationCenter,
                        didReceive response: UNNotificationResponse
                    ) async {}
                }
                """)),
        right: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.right)),
        claim: .documented("Calling Objective-C APIs Asynchronously")
    ) { unit, report in
        let pairs = [
            ("userNotificationCenter(_:didReceive:", "withCompletionHandler:)"),
            ("userNotificationCenter(_:willPresent:", "withCompletionHandler:)"),
            ("application(_:didReceiveRemoteNotification:", "fetchCompletionHandler:)"),
        ]
        for name in unit.code.typeNames {
            let methods = (unit.code.type(name) ?? []).flatMap { declaration in
                declaration.type.methods.map { (method: $0, source: declaration.source) }
            }
            for (start, end) in pairs {
                guard let handler = methods.first(where: { $0.method.selector == start + end })
                else { continue }
                report.markExamined(name)
                let again = methods.first {
                    $0.method.selector == start + ")" && $0.method.isAsync
                }
                guard let again, !again.method.isConditional, !handler.method.isConditional else {
                    continue
                }
                report.add(
                    "\(name) implements \(start)) twice",
                    at: again.source.location(of: again.method.nameNode))
            }
        }
    }
}

extension CodeMethod {
    /// Whether the declaration is inside `#if`.
    fileprivate var isConditional: Bool {
        sequence(first: node.parent, next: { $0?.parent }).contains {
            $0?.is(IfConfigClauseSyntax.self) ?? false
        }
    }
}
