// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension SampleApp {
    /// The files of the app's extensions.
    static let extensions = serviceExtension.merging(contentExtension) { $1 }
        .merging(widgetExtension) { $1 }

    private static let serviceExtension: [String: String] = [
        "Service/Info.plist": plist([
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service",
                "NSExtensionPrincipalClass": "$(PRODUCT_MODULE_NAME).NotificationService",
            ]
        ]),
        "Service/Service.entitlements": plist([
            "com.apple.security.application-groups": ["group.com.example.corner"]
        ]),
        "Service/NotificationService.swift": """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
            private var contentHandler: ((UNNotificationContent) -> Void)?
            private var content: UNMutableNotificationContent?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                guard let content = request.content.mutableCopy() as? UNMutableNotificationContent
                else {
                    contentHandler(request.content)
                    return
                }
                self.contentHandler = contentHandler
                self.content = content
                let shared = UserDefaults(suiteName: "group.com.example.corner")
                content.subtitle = shared?.string(forKey: "shop") ?? ""
                contentHandler(content)
            }

            override func serviceExtensionTimeWillExpire() {
                if let contentHandler, let content { contentHandler(content) }
            }
        }
        """,
    ]

    private static let contentExtension: [String: String] = [
        "Content/Info.plist": plist([
            "NSExtension": [
                "NSExtensionAttributes": [
                    "UNNotificationExtensionCategory": ["ORDER"],
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ],
                "NSExtensionPointIdentifier": "com.apple.usernotifications.content-extension",
                "NSExtensionPrincipalClass": "$(PRODUCT_MODULE_NAME).OrderViewController",
            ]
        ]),
        "Content/OrderViewController.swift": """
        import UIKit
        import UserNotifications
        import UserNotificationsUI

        final class OrderViewController: UIViewController, UNNotificationContentExtension {
            private let label = UILabel()

            override func viewDidLoad() {
                super.viewDidLoad()
                view.addSubview(label)
            }

            func didReceive(_ notification: UNNotification) {
                label.text = notification.request.content.body
            }
        }
        """,
    ]

    private static let widgetExtension: [String: String] = [
        "Widget/Info.plist": plist([
            "NSExtension": ["NSExtensionPointIdentifier": "com.apple.widgetkit-extension"]
        ]),
        "Widget/DeliveryWidget.swift": """
        import ActivityKit
        import SwiftUI
        import WidgetKit

        @main
        struct CornerWidgets: WidgetBundle {
            var body: some Widget { DeliveryWidget() }
        }

        struct DeliveryWidget: Widget {
            var body: some WidgetConfiguration {
                ActivityConfiguration(for: DeliveryAttributes.self) { context in
                    Text("\\(context.state.minutes) min")
                } dynamicIsland: { context in
                    DynamicIsland {
                        DynamicIslandExpandedRegion(.center) { Text(context.attributes.order) }
                    } compactLeading: {
                        Text("Corner")
                    } compactTrailing: {
                        Text("\\(context.state.minutes)")
                    } minimal: {
                        Text("\\(context.state.minutes)")
                    }
                }
            }
        }
        """,
    ]
}
