// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let communicationEntitlementMissing = DoctorCheck(
        "entitlement-communication-missing", .warning,
        "a communication notification is created without its entitlement",
        why: "Without the capability, updating(from:) fails: the notification is shown without the "
            + "sender's picture and does not break through a Focus that allows the sender.",
        remedy: "add the Communication Notifications capability to the app's target",
        wrong: RuleExample(
            .init("Service/NotificationService.swift", CommunicationExample.service),
            SampleApp.info(adding: ["NSUserActivityTypes": ["INSendMessageIntent"]])),
        right: CommunicationExample.right,
        claim: .documented("Implementing communication notifications")
    ) { project, report in
        for app in project.apps {
            guard let use = project.communication(in: app) else { continue }
            report.examine(app) { configuration in
                guard configuration.entitlement(EntitlementKey.communication).isOff else {
                    return nil
                }
                return (
                    "\(use.intent) updates a notification, but \(app.name) has no entitlement for "
                        + "communication notifications", nil, use.location
                )
            }
        }
    }
}

extension AppProject {
    /// Returns the location at which a notification's content is updated from the intent of a
    /// message or call.
    ///
    /// The intent alone is not evidence, because Siri and the share sheet use such intents too.
    func communication(in app: AppTarget) -> (intent: String, location: Diagnostic.Location)? {
        for target in [app] + extensions(of: app) {
            let code = attributedCode(of: target)
            let intents = ["INSendMessageIntent", "INStartCallIntent"]
            let intent = intents.first { name in code.contains { !$0.calls(of: name).isEmpty } }
            guard let intent else { continue }
            for source in code {
                let update = source.calls(of: "updating").first { $0.argument("from") != nil }
                if let update { return (intent, source.location(of: update)) }
            }
        }
        return nil
    }
}

/// Code shared by several examples about communication notifications.
enum CommunicationExample {
    static let service = """
        import Intents
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
            private var fallback: (() -> Void)?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                fallback = { contentHandler(request.content) }
                let sender = INPerson(
                    personHandle: INPersonHandle(value: "anna", type: .unknown),
                    nameComponents: nil, displayName: "Anna", image: nil,
                    contactIdentifier: nil, customIdentifier: nil)
                let intent = INSendMessageIntent(
                    recipients: nil, outgoingMessageType: .outgoingMessageText, content: nil,
                    speakableGroupName: nil, conversationIdentifier: "anna",
                    serviceName: nil, sender: sender, attachments: nil)
                INInteraction(intent: intent, response: nil).donate { _ in
                    let content = try? request.content.updating(from: intent)
                    contentHandler(content ?? request.content)
                }
            }

            override func serviceExtensionTimeWillExpire() { fallback?() }
        }
        """

    static let right = RuleExample(
        .init("Service/NotificationService.swift", service),
        SampleApp.entitlements(adding: [
            "com.apple.developer.usernotifications.communication": true
        ]),
        SampleApp.info(adding: ["NSUserActivityTypes": ["INSendMessageIntent"]]))
}
