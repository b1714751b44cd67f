// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let extensionSuperclassWrong = DoctorCheck(
        "extension-superclass-wrong", .error,
        "an extension's principal class has the wrong type for its extension point",
        why: "The class of a service extension must inherit from UNNotificationServiceExtension, "
            + "and the class of a content extension must conform to "
            + "UNNotificationContentExtension. Otherwise the system cannot pass it a notification.",
        remedy: "inherit from or conform to the type of the extension point",
        wrong: RuleExample(
            .init(
                "Content/OrderViewController.swift",
                """
                import UIKit
                import UserNotifications

                final class OrderViewController: UIViewController {
                    func didReceive(_ notification: UNNotification) {}
                }
                """)),
        right: RuleExample(
            .init(
                "Content/OrderViewController.swift",
                """
                import UIKit
                import UserNotifications
                import UserNotificationsUI

                final class OrderViewController: UIViewController, UNNotificationContentExtension {
                    func didReceive(_ notification: UNNotification) {}
                }
                """)),
        claim: .documented("UNNotificationContentExtension")
    ) { project, report in
        for target in project.notificationExtensions {
            let isService = target.extensionPoint == ExtensionPoint.notificationService
            let needed =
                isService ? "UNNotificationServiceExtension" : "UNNotificationContentExtension"
            let index = project.index(of: target)
            for name in target.principalClassNames {
                guard let declaration = index.types(.class).first(where: { $0.type.name == name })
                else { continue }
                report.markExamined(target.name)
                let ancestors = index.ancestors(of: name)
                // A superclass from a library may be correct.
                let known: Set = ["UIViewController", "NSViewController", "NSObject"]
                let isVisible = ancestors.allSatisfy {
                    known.contains($0) || index.type($0) != nil
                }
                guard !ancestors.contains(needed), isVisible else { continue }
                report.add(
                    "\(name) of \(target.name) is not a \(needed)",
                    at: declaration.source.location(of: declaration.type.node.nameSyntax))
            }
        }
    }
}

extension AppTarget {
    /// The names of the principal class in all configurations, without the module.
    fileprivate var principalClassNames: Set<String> {
        Set(
            configurations.compactMap {
                $0.infoPlist?.value["NSExtension"]?["NSExtensionPrincipalClass"]?.string?
                    .split(separator: ".").last.map(String.init)
            })
    }
}

extension DeclSyntax {
    /// The node of a class name, or of the whole declaration.
    var nameSyntax: Syntax {
        self.as(ClassDeclSyntax.self).map { Syntax($0.name) } ?? Syntax(self)
    }
}
