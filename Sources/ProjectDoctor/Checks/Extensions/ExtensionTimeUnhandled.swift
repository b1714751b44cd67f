// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let extensionTimeUnhandled = DoctorCheck(
        "extension-time-unhandled", .warning,
        "a service extension does not return content when its time expires",
        why: "After about 30 seconds the system calls serviceExtensionTimeWillExpire. Without that "
            + "method the original notification is shown, for example the ciphertext of an "
            + "encrypted message.",
        remedy: "implement serviceExtensionTimeWillExpire() and call the content handler there",
        wrong: RuleExample(
            .init(
                "Service/NotificationService.swift",
                """
                import UserNotifications

                final class NotificationService: UNNotificationServiceExtension {
                    override func didReceive(
                        _ request: UNNotificationRequest,
                        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
                    ) {
                        Task { contentHandler(await Pictures.shared.content(for: request)) }
                    }
                }
                """)),
        right: RuleExample(
            .init(
                "Service/NotificationService.swift",
                """
                import UserNotifications

                final class NotificationService: UNNotificationServiceExtension {
                    private var fallback: (() -> Void)?

                    override func didReceive(
                        _ request: UNNotificationRequest,
                        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
                    ) {
                        fallback = { contentHandler(request.content) }
                        Task { contentHandler(await Pictures.shared.content(for: request)) }
                    }

                    override func serviceExtensionTimeWillExpire() { fallback?() }
                }
                """)),
        claim: .documented("UNNotificationServiceExtension")
    ) { project, report in
        for target in project.extensions(at: ExtensionPoint.notificationService) {
            let index = project.index(of: target)
            for service in index.serviceClasses {
                report.markExamined(target.name)
                let family = [service.type.name] + index.ancestors(of: service.type.name)
                let methods = family.flatMap { index.type($0) ?? [] }.flatMap(\.type.methods)
                let end = methods.first { $0.baseName == "serviceExtensionTimeWillExpire" }
                guard methods.contains(where: { $0.baseName == "didReceive" }),
                    end?.body.map({ $0.statements.isEmpty }) ?? true
                else { continue }
                if let end {
                    report.add(
                        "serviceExtensionTimeWillExpire of \(target.name) does nothing",
                        at: service.source.location(of: end.nameNode))
                    continue
                }
                report.add(
                    "\(service.type.name) of \(target.name) has no serviceExtensionTimeWillExpire",
                    at: service.source.location(of: service.type.node.nameSyntax))
            }
        }
    }
}

extension CodeIndex {
    /// The classes that inherit from `UNNotificationServiceExtension`, as far as these files show.
    var serviceClasses: [Declaration] {
        types(.class).filter { type($0.type.name, is: "UNNotificationServiceExtension") }
    }
}
