// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let extensionHandlerMissed = DoctorCheck(
        "extension-handler-missed", .error,
        "a service extension does not call its content handler on every path",
        why: "The system then waits until the extension's time has expired, about 30 seconds, and "
            + "shows the notification unchanged.",
        remedy: "call the handler before every return, if necessary with the original content",
        wrong: RuleExample(
            .init("Service/NotificationService.swift", service(failure: "return"))),
        right: RuleExample(
            .init(
                "Service/NotificationService.swift",
                service(failure: "return contentHandler(request.content)"))),
        claim: .documented("UNNotificationServiceExtension")
    ) { project, report in
        for target in project.extensions(at: ExtensionPoint.notificationService) {
            let index = project.index(of: target)
            for service in index.serviceClasses {
                let declarations = index.type(service.type.name) ?? []
                for declaration in declarations {
                    let methods = declaration.type.methods.filter {
                        $0.selector == "didReceive(_:withContentHandler:)"
                    }
                    for method in methods {
                        report.markExamined(target.name)
                        let properties = project.unreachableProperties(
                            storingHandlerOf: method, in: service.type.name, target)
                        for (message, node) in method.missedPaths(properties) {
                            report.add(
                                "\(target.name) \(message)",
                                at: declaration.source.location(of: node))
                        }
                    }
                }
            }
        }
    }

    private static func service(failure: String) -> String {
        """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
            private var fallback: (() -> Void)?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                guard let text = request.content.userInfo["cipher"] as? String else {
                    \(failure)
                }
                fallback = { contentHandler(request.content) }
                let content = UNMutableNotificationContent()
                content.body = Cipher.shared.open(text)
                contentHandler(content)
            }

            override func serviceExtensionTimeWillExpire() { fallback?() }
        }
        """
    }
}

extension CodeMethod {
    /// The ends of the paths on which the method does not call its last parameter, the handler.
    ///
    /// - Parameter properties: the properties that contain the handler and that no other code uses.
    fileprivate func missedPaths(
        _ properties: Set<String>
    ) -> [(message: String, node: Syntax)] {
        guard let body, let handler = parameters.last else { return [] }
        switch CompletionFlow.verdict(of: handler, in: body, unreachable: properties) {
        case .called: return []
        case .never: return [("never calls its content handler", nameNode)]
        case .missed(let ends):
            return ends.map { ("returns here without calling its content handler", $0) }
        }
    }
}
