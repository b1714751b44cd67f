// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import CoreLocation
import UserNotifications
#else
import OpenUserNotifications
#endif

/// Keeps reminders as local notifications. The system is the only store: what it has is what will
/// be shown.
@MainActor
final class ReminderScheduler {
    /// Requests that the system keeps for one app.
    static let requestCountMax = 64
    private static let prefix = "reminder."
    private let center: UNUserNotificationCenter

    init(center: UNUserNotificationCenter) { self.center = center }

    /// Sets a reminder. One with the same identifier is replaced, so this is also how to edit one.
    ///
    /// - Throws: ``ReminderError``, or the notification center's error.
    func save(_ reminder: Reminder) async throws {
        let trigger = try Self.trigger(reminder.schedule, id: reminder.id)
        guard await center.notificationSettings().authorizationStatus != .denied else {
            throw ReminderError.notAllowed
        }
        let identifier = Self.prefix + reminder.id
        let others = await center.pendingNotificationRequests()
            .filter { $0.identifier != identifier }
        guard others.count < Self.requestCountMax else { throw ReminderError.tooMany }
        try await center.add(
            UNNotificationRequest(
                identifier: identifier, content: try Self.content(reminder), trigger: trigger))
    }

    /// Takes a reminder back, also where it is shown.
    func cancel(_ id: String) {
        let identifiers = [Self.prefix + id, Self.prefix + id + ".snoozed"]
        center.removePendingNotificationRequests(withIdentifiers: identifiers)
        center.removeDeliveredNotifications(withIdentifiers: identifiers)
    }

    /// The reminders that are still to come.
    func scheduled() async -> [Reminder] {
        await center.pendingNotificationRequests()
            .filter { !$0.identifier.hasSuffix(".snoozed") }.compactMap {
                Reminder($0.content.userInfo)
            }
            .sorted { $0.title < $1.title }
    }

    /// Shows a reminder again in an hour, beside its own schedule.
    func snooze(_ reminder: Reminder) async throws {
        try await center.add(
            UNNotificationRequest(
                identifier: Self.prefix + reminder.id + ".snoozed",
                content: try Self.content(reminder),
                trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60 * 60, repeats: false)))
    }

    private static func content(_ reminder: Reminder) throws -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = reminder.title
        content.body = reminder.note.isEmpty ? String(localized: "It is time.") : reminder.note
        content.sound = UNNotificationSound(named: UNNotificationSoundName("bell.caf"))
        content.categoryIdentifier = CategoryID.reminder.rawValue
        content.threadIdentifier = "reminders"
        content.interruptionLevel = reminder.isUrgent ? .timeSensitive : .active
        content.userInfo = try reminder.userInfo
        return content
    }

    private static func trigger(
        _ schedule: Reminder.Schedule, id: String
    ) throws -> UNNotificationTrigger {
        switch schedule {
        case .after(let seconds):
            guard seconds > 0 else { throw ReminderError.tooSoon }
            return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        case .every(let seconds):
            // Apple's framework raises an exception below 60.
            guard seconds >= 60 else { throw ReminderError.tooSoon }
            return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: true)
        case .daily(let hour, let minute):
            guard 0..<24 ~= hour, 0..<60 ~= minute else { throw ReminderError.noSuchTime }
            return calendar(DateComponents(hour: hour, minute: minute))
        case .birthday(let month, let day):
            guard 1...12 ~= month, 1...31 ~= day else { throw ReminderError.noSuchTime }
            return calendar(DateComponents(month: month, day: day, hour: 9, minute: 0))
        case .arriving(let place):
            return region(place, id: id, onEntry: true, repeats: true)
        case .leaving(let place):
            return region(place, id: id, onEntry: false, repeats: false)
        }
    }

    private static func calendar(_ components: DateComponents) -> UNNotificationTrigger {
        UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    }

    private static func region(
        _ place: Reminder.Place, id: String, onEntry: Bool, repeats: Bool
    ) -> UNNotificationTrigger {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
            radius: place.radius, identifier: id)
        region.notifyOnEntry = onEntry
        region.notifyOnExit = !onEntry
        return UNLocationNotificationTrigger(region: region, repeats: repeats)
    }
}
