// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectDoctor
import Testing

/// Correct code as tutorials show it, rewritten by us and added to the sample app: no check may
/// report an error or a warning in it.
struct HealthySampleTests {
    @Test(arguments: Self.samples)
    fileprivate func `code from tutorials has no finding`(sample: HealthySample) {
        #expect(DoctorCase.examine(sample.files).filter { $0.severity > .note } == [])
    }

    private static let present = AppCode.present("[.banner, .list, .sound]")

    private static let samples = [
        HealthySample(
            "registering at launch and after consent, in either order",
            AppCode.launch("application.registerForRemoteNotifications()", register: "")
                + AppCode.permission(
                    """
                    let granted = try await center.requestAuthorization(options: [.alert, .badge])
                    if granted {
                        await MainActor.run {
                            UIApplication.shared.registerForRemoteNotifications()
                        }
                    }
                    return granted
                    """)),
        HealthySample(
            "a do and catch around the permission request",
            AppCode.permission(
                """
                do {
                    return try await center.requestAuthorization(options: [.alert, .sound, .badge])
                } catch {
                    print("asking failed: \\(error)")
                    return false
                }
                """)),
        HealthySample(
            "a switch over the status",
            AppCode.permission(
                """
                let settings = await center.notificationSettings()
                switch settings.authorizationStatus {
                case .notDetermined:
                    let granted = try? await center.requestAuthorization(options: [.alert, .sound])
                    if granted == true {
                        await MainActor.run {
                            UIApplication.shared.registerForRemoteNotifications()
                        }
                    }
                    return granted ?? false
                case .authorized, .provisional: return true
                case .denied: await Hints.shared.explainSettings()
                case .ephemeral: break
                @unknown default: break
                }
                return false
                """)),
        HealthySample(
            "settings that are read when a view appears",
            AppCode.view(".task { await Settings.shared.refresh() }")
                + [
                    "App/Settings.swift": """
                    import UserNotifications

                    @MainActor @Observable
                    final class Settings {
                        static let shared = Settings()
                        enum State { case undetermined, granted, denied, provisional }
                        private(set) var state = State.undetermined

                        func refresh() async {
                            let settings =
                                await UNUserNotificationCenter.current().notificationSettings()
                            state = switch settings.authorizationStatus {
                            case .authorized: .granted
                            case .denied: .denied
                            case .provisional: .provisional
                            default: .undetermined
                            }
                        }
                    }
                    """
                ]),
        HealthySample(
            "a link to the settings",
            AppCode.view(
                """
                Button("Open Settings") {
                    if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
                }
                """)),
        HealthySample(
            "a token in hexadecimal with another name",
            AppCode.token(
                "let hex = token.map { String(format: \"%02x\", $0) }.joined()\n"
                    + "send(hex)", failure: "// Some simulators cannot register.\nlog(error)")),
        HealthySample(
            "a delegate in a class of its own",
            AppCode.launch(delegate: "center.delegate = Taps.shared")
                + [
                    "App/AppDelegate+Notifications.swift": "",
                    "App/Taps.swift": """
                    import UserNotifications

                    @MainActor
                    final class Taps: NSObject, UNUserNotificationCenterDelegate, Sendable {
                        static let shared = Taps()

                        func userNotificationCenter(
                            _ center: UNUserNotificationCenter,
                            willPresent notification: UNNotification
                        ) async -> UNNotificationPresentationOptions {
                            return [.banner, .list, .sound, .badge]
                        }

                        func userNotificationCenter(
                            _ center: UNUserNotificationCenter,
                            didReceive response: UNNotificationResponse
                        ) async {
                            let info = response.notification.request.content.userInfo
                            switch response.actionIdentifier {
                            case UNNotificationDefaultActionIdentifier: await open(info)
                            case UNNotificationDismissActionIdentifier: break
                            default: await act(response.actionIdentifier, info)
                            }
                        }

                        func open(_ info: [AnyHashable: Any]) async {}
                        func act(_ action: String, _ info: [AnyHashable: Any]) async {}
                    }
                    """,
                ]),
        HealthySample(
            "buttons, a reply, and dismissals",
            [
                "App/OrderCategory.swift": """
                import UserNotifications

                enum OrderCategory {
                    static var category: UNNotificationCategory {
                        let reply = UNTextInputNotificationAction(
                            identifier: "REPLY", title: "Reply", options: [],
                            textInputButtonTitle: "Send", textInputPlaceholder: "Write …")
                        let like = UNNotificationAction(
                            identifier: "LIKE", title: "Like", options: [],
                            icon: UNNotificationActionIcon(systemImageName: "hand.thumbsup"))
                        let delete = UNNotificationAction(
                            identifier: "DELETE", title: "Delete",
                            options: [.destructive, .authenticationRequired])
                        return UNNotificationCategory(
                            identifier: "ORDER", actions: [reply, like, delete],
                            intentIdentifiers: [], options: [.customDismissAction])
                    }
                }
                """
            ]
                + AppCode.delegate(
                    present
                        + AppCode.respond(
                            """
                            let info = response.notification.request.content.userInfo
                            switch response.actionIdentifier {
                            case "REPLY":
                                if let text = response as? UNTextInputNotificationResponse {
                                    Chat.shared.send(text.userText, info)
                                }
                            case "LIKE": Chat.shared.like(info)
                            case UNNotificationDefaultActionIdentifier: Navigation.shared.open(info)
                            case UNNotificationDismissActionIdentifier: Chat.shared.dismissed(info)
                            default: break
                            }
                            completionHandler()
                            """))),
        HealthySample(
            "a silent push that fetches data",
            [
                "App/AppDelegate+Background.swift": """
                import UIKit

                extension AppDelegate {
                    func application(
                        _ application: UIApplication,
                        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
                    ) async -> UIBackgroundFetchResult {
                        guard let kind = userInfo["updateType"] as? String else { return .noData }
                        do {
                            try await Sync.shared.run(kind)
                            return .newData
                        } catch {
                            return .failed
                        }
                    }
                }
                """
            ]),
        HealthySample(
            "a service extension that decrypts and fetches a picture",
            AppCode.service(
                """
                guard let best else { return }
                Task {
                    if let cipher = request.content.userInfo["encryptedBody"] as? String,
                        let plain = try? await Cipher.shared.open(cipher)
                    {
                        best.body = plain
                    }
                    if let text = request.content.userInfo["imageURL"] as? String,
                        let url = URL(string: text),
                        let picture = try? await Pictures.shared.attachment(url)
                    {
                        best.attachments = [picture]
                    }
                    contentHandler(best)
                }
                """)),
        HealthySample(
            "a service extension that renames the download",
            AppCode.service(
                """
                guard let best,
                    let text = best.userInfo["imageURL"] as? String, let url = URL(string: text)
                else {
                    contentHandler(request.content)
                    return
                }
                let task = URLSession.shared.downloadTask(with: url) { [weak self] file, _, error in
                    guard let self, let file, error == nil else {
                        contentHandler(self?.best ?? request.content)
                        return
                    }
                    let place = FileManager.default.temporaryDirectory
                        .appendingPathComponent(UUID().uuidString).appendingPathExtension("jpg")
                    try? FileManager.default.moveItem(at: file, to: place)
                    if let picture = try? UNNotificationAttachment(
                        identifier: "image", url: place, options: nil)
                    {
                        best.attachments = [picture]
                    }
                    contentHandler(best)
                }
                task.resume()
                """)),
        HealthySample(
            "a message from a person",
            AppCode.service(
                """
                guard let best else { return contentHandler(request.content) }
                let sender = INPerson(
                    personHandle: INPersonHandle(value: "ada@example.com", type: .emailAddress),
                    nameComponents: nil, displayName: "Ada", image: nil,
                    contactIdentifier: nil, customIdentifier: "user-ada")
                let intent = INSendMessageIntent(
                    recipients: nil, outgoingMessageType: .outgoingMessageText,
                    content: best.body, speakableGroupName: nil,
                    conversationIdentifier: "chat-1", serviceName: nil, sender: sender,
                    attachments: nil)
                let interaction = INInteraction(intent: intent, response: nil)
                interaction.direction = .incoming
                interaction.donate(completion: nil)
                do {
                    contentHandler(try best.updating(from: intent))
                } catch {
                    contentHandler(best)
                }
                """, imports: "import Intents")
                + DoctorCase.entitlements(
                    """
                    <key>aps-environment</key><string>development</string>
                    <key>com.apple.developer.usernotifications.communication</key><true/>
                    <key>com.apple.developer.usernotifications.time-sensitive</key><true/>
                    """)
                + DoctorCase.info(
                    """
                    <key>NSSupportsLiveActivities</key><true/>
                    <key>NSSupportsLiveActivitiesFrequentUpdates</key><true/>
                    <key>BGTaskSchedulerPermittedIdentifiers</key>
                    <array><string>com.example.corner.refresh</string></array>
                    <key>NSUserActivityTypes</key>
                    <array><string>INSendMessageIntent</string></array>
                    <key>UIBackgroundModes</key>
                    <array><string>remote-notification</string><string>fetch</string></array>
                    """)),
        HealthySample(
            "a Live Activity whose token is observed",
            [
                "App/DeliveryActivity.swift": """
                import ActivityKit

                struct DeliveryActivity {
                    func start() throws {
                        let activity = try Activity<DeliveryAttributes>.request(
                            attributes: DeliveryAttributes(order: "A1"),
                            content: .init(state: .init(minutes: 20), staleDate: nil),
                            pushType: .token)
                        Task {
                            for await token in activity.pushTokenUpdates {
                                let text = token.reduce("") { $0 + String(format: "%02x", $1) }
                                try await Server.shared.register(activityToken: text)
                            }
                        }
                    }
                }
                """
            ]),
        HealthySample(
            "Firebase without its proxy",
            AppCode.token("Messaging.messaging().apnsToken = token")
                + DoctorCase.info(
                    """
                    <key>FirebaseAppDelegateProxyEnabled</key><false/>
                    <key>NSSupportsLiveActivities</key><true/>
                    <key>NSSupportsLiveActivitiesFrequentUpdates</key><true/>
                    <key>BGTaskSchedulerPermittedIdentifiers</key>
                    <array><string>com.example.corner.refresh</string></array>
                    <key>UIBackgroundModes</key>
                    <array><string>remote-notification</string><string>fetch</string></array>
                    """)
                + ["App/Firebase.swift": "import FirebaseMessaging"]),
        HealthySample(
            "local notifications of all kinds",
            AppCode.reminder(
                """
                let settings = await center.notificationSettings()
                guard settings.authorizationStatus != .denied else { return }
                """,
                """
                content.subtitle = "Time to go"
                content.sound = .default
                content.badge = 1
                content.userInfo = ["order": "abc"]
                content.threadIdentifier = "orders"
                var time = DateComponents()
                time.hour = 8
                let daily = UNCalendarNotificationTrigger(dateMatching: time, repeats: true)
                let soon = UNTimeIntervalNotificationTrigger(timeInterval: 300, repeats: false)
                for (name, trigger) in [("daily", daily), ("soon", soon)] as [(
                    String, UNNotificationTrigger
                )] {
                    try await center.add(
                        UNNotificationRequest(
                            identifier: name, content: content, trigger: trigger))
                }
                center.removePendingNotificationRequests(withIdentifiers: ["soon"])
                center.removeAllDeliveredNotifications()
                """)),
    ]
}

/// Correct files that are added to the sample app or replace files of it.
struct HealthySample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]

    init(_ name: String, _ files: [String: String]) {
        testDescription = name
        self.files = files
    }
}
