// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectDoctor
import Testing

/// An item of the checklists from which developers learn push notifications: changes to the sample
/// app that have the problem, and the same changes without it.
struct ProjectChecklistItem: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String
    let wrong: [String: String]
    let right: [String: String]

    init(_ name: String, _ rule: String, wrong: [String: String], right: [String: String]) {
        self.name = name
        self.rule = rule
        self.wrong = wrong
        self.right = right
    }

    /// An item whose files are the check's own examples.
    init(_ name: String, _ rule: String) {
        let row = DoctorCheck.table.map(\.about).first { $0.id == rule }
        self.init(name, rule, wrong: Self.files(row?.wrong), right: Self.files(row?.right))
    }

    private static func files(_ example: RuleExample?) -> [String: String] {
        Dictionary((example?.files ?? []).map { ($0.path, $0.text) }) { $1 }
    }

    var testDescription: String { "\(name) (\(rule))" }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let found = DoctorCase.examine(wrong).filter { $0.rule == rule }
        #expect(!found.isEmpty, sourceLocation: sourceLocation)
        let left = DoctorCase.examine(right)
        #expect(left.filter { $0.rule == rule } == [], sourceLocation: sourceLocation)
        #expect(left.filter { $0.severity > .note } == [], sourceLocation: sourceLocation)
    }
}

/// Files of the sample app with the code of a test.
enum AppCode {
    /// The app delegate with statements at launch, before the statements that every app needs.
    static func launch(
        _ first: String = "", delegate: String = "center.delegate = self",
        register: String = "application.registerForRemoteNotifications()", members: String = ""
    ) -> [String: String] {
        [
            "App/AppDelegate.swift": """
            import UIKit
            import UserNotifications

            final class AppDelegate: NSObject, UIApplicationDelegate {
                func application(
                    _ application: UIApplication,
                    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
                ) -> Bool {
                    let center = UNUserNotificationCenter.current()
                    \(first)
                    \(delegate)
                    center.setNotificationCategories([OrderCategory.category])
                    BackgroundRefresh.register()
                    \(register)
                    return true
                }
                \(members)
            }
            """
        ]
    }

    /// The callbacks for the token and for the failure to get one, with these bodies.
    static func token(
        _ body: String, failure: String = "print(\"no token:\", error.localizedDescription)"
    ) -> [String: String] {
        [
            "App/AppDelegate+Token.swift": """
            import UIKit

            extension AppDelegate {
                func application(
                    _ app: UIApplication,
                    didRegisterForRemoteNotificationsWithDeviceToken token: Data
                ) {
                    \(body)
                }
                \(failure.isEmpty ? "" : """
                func application(
                    _ app: UIApplication,
                    didFailToRegisterForRemoteNotificationsWithError error: any Error
                ) {
                    \(failure)
                }
                """)
            }
            """
        ]
    }

    static let hexadecimal =
        "let text = token.map { String(format: \"%02x\", $0) }.joined()\n"
        + "Task { await Server.shared.register(token: text) }"

    /// Methods of the notification center's delegate.
    static func delegate(_ members: String) -> [String: String] {
        [
            "App/AppDelegate+Notifications.swift": """
            import UserNotifications

            extension AppDelegate: UNUserNotificationCenterDelegate {
            \(members)
            }
            """
        ]
    }

    static func present(_ options: String) -> String {
        """
        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler:
                @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler(\(options))
        }
        """
    }

    static func respond(_ body: String) -> String {
        """
        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            \(body)
        }
        """
    }

    /// The first view with a modifier.
    static func view(_ modifier: String) -> [String: String] {
        [
            "App/OrdersView.swift": """
            import SwiftUI
            import UserNotifications

            struct OrdersView: View {
                @Environment(\\.openURL) private var openURL

                var body: some View {
                    Button("Tell me when it is ready") {
                        Task { try await Permission().ask() }
                    }
                    \(modifier)
                }
            }
            """
        ]
    }

    static func permission(_ body: String) -> [String: String] {
        [
            "App/Permission.swift": """
            import UIKit
            import UserNotifications

            struct Permission {
                let center = UNUserNotificationCenter.current()

                func ask() async throws -> Bool {
                    \(body)
                }
            }
            """
        ]
    }

    static func reminder(_ guards: String, _ content: String = "") -> [String: String] {
        [
            "App/Reminder.swift": """
            import UserNotifications

            struct Reminder {
                func schedule() async throws {
                    let center = UNUserNotificationCenter.current()
                    \(guards)
                    let content = UNMutableNotificationContent()
                    content.title = "Your order is waiting"
                    \(content)
                    try await center.add(
                        UNNotificationRequest(
                            identifier: "pick-up", content: content, trigger: nil))
                }
            }
            """
        ]
    }

    /// A service extension with the body of `didReceive`, where `contentHandler` and a copy of the
    /// content are stored already.
    static func service(
        _ body: String, expire: String = "if let handler, let best { handler(best) }",
        imports: String = "", members: String = ""
    ) -> [String: String] {
        [
            "Service/NotificationService.swift": """
            import UserNotifications
            \(imports)

            final class NotificationService: UNNotificationServiceExtension {
                var handler: ((UNNotificationContent) -> Void)?
                var best: UNMutableNotificationContent?

                override func didReceive(
                    _ request: UNNotificationRequest,
                    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
                ) {
                    handler = contentHandler
                    best = request.content.mutableCopy() as? UNMutableNotificationContent
                    \(body)
                }
                \(expire.isEmpty ? "" : """
                override func serviceExtensionTimeWillExpire() {
                    \(expire)
                }
                """)
                \(members)
            }
            """
        ]
    }
}
