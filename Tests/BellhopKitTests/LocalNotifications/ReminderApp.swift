// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

/// An app that plans its notifications with the kit, and lets the person snooze them or delete
/// their reminders.
@MainActor
final class ReminderDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    private(set) var schedule: LocalSchedule?
    private(set) var snoozeError: LocalNotificationError?
    private let makeSchedule: @MainActor (AppContext) -> LocalSchedule

    init(makeSchedule: @escaping @MainActor (AppContext) -> LocalSchedule) {
        self.makeSchedule = makeSchedule
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "reminder",
                actions: [
                    UNNotificationAction(identifier: "snooze", title: "Later", options: []),
                    UNNotificationAction(
                        identifier: "delete", title: "Delete", options: .destructive),
                ], intentIdentifiers: [], options: [])
        ])
        application.registerForRemoteNotifications()
        let schedule = makeSchedule(.current(appGroup: nil))
        schedule.start(application)
        self.schedule = schedule
        return true
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .list] }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        guard let schedule else { return }
        switch response.actionIdentifier {
        case "snooze":
            do throws(LocalNotificationError) { try await schedule.snooze(response) } catch {
                snoozeError = error
            }
        case "delete": await schedule.cancel(response.notification.request.identifier)
        default: break
        }
    }
}

/// A phone with this app, which has permission for notifications and is in use.
@MainActor
struct ReminderPhone {
    let phone: TestPhone
    let app: AppUnderTest

    /// - Parameters:
    ///   - start: 2026-01-01 00:00 UTC by default.
    ///   - zone: an IANA name.
    init(
        at start: Date = Date(timeIntervalSince1970: 1_767_225_600), zone: String = "UTC",
        isAllowed: Bool = true, configure: @Sendable (inout Device) -> Void = { _ in },
        describe: (inout TestApp) -> Void = { _ in },
        makeSchedule: @escaping @MainActor @Sendable (AppContext) -> LocalSchedule = {
            LocalSchedule(context: $0)
        }
    ) async throws {
        let prepare: @Sendable (inout Device) -> Void = {
            $0.timeZone = zone
            configure(&$0)
        }
        phone = try await TestPhone(at: start, configure: prepare)
        var reminders = TestApp("com.example.reminders") {
            ReminderDelegate(makeSchedule: makeSchedule)
        }
        describe(&reminders)
        app = try await phone.install(reminders)
        if isAllowed { try await phone.setPermission(.authorized, for: app) }
        try await phone.launch(app)
        await app.run { await delegate?.schedule?.settled() }
    }

    var delegate: ReminderDelegate? { app.delegate() }

    var schedule: LocalSchedule {
        get throws { try #require(delegate?.schedule) }
    }

    /// Opens the app and waits until its schedule has submitted its requests.
    func open() async throws {
        try await phone.launch(app)
        await delegate?.schedule?.settled()
    }

    func plan(_ notifications: LocalNotification...) async throws {
        try await schedule.plan(notifications)
    }
}

extension LocalNotification {
    /// A reminder whose title is its identifier.
    static func reminder(_ id: String, _ trigger: LocalTrigger) -> LocalNotification {
        LocalNotification(id: id, LocalContent(title: LocalText(id), category: "reminder"), trigger)
    }
}

func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
