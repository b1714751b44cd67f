// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let delegateTemporary = DoctorCheck.code(
        "delegate-temporary", .error, "nothing retains the notification center's delegate",
        why: "The notification center references its delegate weakly. An object without a strong "
            + "reference is deallocated immediately, and the center then has no delegate.",
        remedy: "store the object in a property of the app delegate",
        wrong: RuleExample(
            .init(
                "App/AppDelegate.swift",
                DelegateExample.launch(
                    """
                            center.delegate = NotificationHandler()
                            center.setNotificationCategories([OrderCategory.category])
                            BackgroundRefresh.register()
                            application.registerForRemoteNotifications()
                    """)),
            .init("App/NotificationHandler.swift", DelegateExample.handler)),
        right: RuleExample(.init("App/AppDelegate.swift", DelegateExample.right)),
        claim: .documented("UNUserNotificationCenter, delegate")
    ) { unit, report in
        let code = unit.code
        for assignment in code.centerDelegateAssignments {
            report.markExamined(unit.name)
            let value = assignment.node.value.stripped
            if let call = value.as(FunctionCallExprSyntax.self), code.makesObject(call),
                let name = call.calledName
            {
                report.add(
                    "there is no strong reference to the new \(name)",
                    at: assignment.source.location(of: assignment.node.node))
            } else if let name = code.shortLivedConstant(assignment.node) {
                report.add(
                    "\(name) is retained only until the function returns",
                    at: assignment.source.location(of: assignment.node.node))
            }
        }
    }
}

extension CodeIndex {
    /// Returns whether a call creates an instance of a class that this code declares, and the class
    /// itself does not keep the instance alive.
    fileprivate func makesObject(_ call: FunctionCallExprSyntax) -> Bool {
        guard let reference = call.calledExpression.as(DeclReferenceExprSyntax.self),
            let declarations = type(reference.baseName.text),
            declarations.contains(where: { $0.type.kind == .class })
        else { return false }
        // An object whose initializer uses `self` may be retained elsewhere.
        return !declarations.contains { declaration in
            declaration.type.methods.contains { method in
                method.baseName == "init"
                    && method.body?.tokens(viewMode: .sourceAccurate).contains {
                        $0.tokenKind == .keyword(.self)
                    } ?? false
            }
        }
    }

    /// Returns the local constant that an assignment reads, if the constant holds a new object and
    /// is not used elsewhere.
    fileprivate func shortLivedConstant(_ assignment: CodeAssignment) -> String? {
        guard let name = assignment.value.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let list = assignment.node.parent?.parent?.as(CodeBlockItemListSyntax.self),
            list.parent?.parent?.is(FunctionDeclSyntax.self) ?? false
        else { return nil }
        let isMade = list.contains { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.contains { binding in
                binding.pattern.trimmedDescription == name
                    && binding.initializer?.value.as(FunctionCallExprSyntax.self)
                        .map { makesObject($0) } ?? false
            } ?? false
        }
        let uses = list.tokens(viewMode: .sourceAccurate).count {
            $0.tokenKind == .identifier(name)
        }
        return isMade && uses == 2 ? name : nil
    }
}

extension DelegateExample {
    static let handler = """
        import UserNotifications

        final class NotificationHandler: NSObject, UNUserNotificationCenterDelegate {
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
                [.banner, .list, .sound]
            }
        }
        """
}
