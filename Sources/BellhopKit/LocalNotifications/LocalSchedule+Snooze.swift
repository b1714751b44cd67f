// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

extension LocalSchedule {
    /// How long a snooze lasts by default: five minutes.
    public nonisolated static let snoozeDefault = Duration.seconds(300)

    /// Shows a notification again later, with its text, actions and data. The notification may have
    /// been planned by this schedule, pushed, or added by other code. A repeating notification
    /// continues independently. Snoozing a snoozed notification postpones it; quiet hours do not
    /// apply, because the person requested the snooze.
    ///
    /// Call this function for an action of the notification's category. The function may be called
    /// from any task, because it passes only values to other tasks, and not the notification
    /// itself.
    ///
    /// - Throws: ``LocalNotificationError``.
    public nonisolated(nonsending) func snooze(
        _ notification: UNNotification, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await snooze(LocalNotification(snoozing: notification, for: duration))
    }

    /// Shows the notification of a response again later, in a handler of
    /// ``PushConfiguration/on(_:_:)``.
    ///
    /// - Throws: ``LocalNotificationError``.
    public func snooze(
        _ response: PushResponse, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await snooze(
            LocalNotification(snoozing: response.notificationID, response.shown, for: duration))
    }

    private nonisolated(nonsending) func snooze(
        _ again: LocalNotification
    ) async throws(LocalNotificationError) {
        do throws(LocalNotificationError) { try await plan(again) } catch {
            guard case .attachment = error else { throw error }
            // When the system removes the notification, it may delete its files as well. So the
            // second try leaves the files out.
            var plain = again
            plain.content.attachments = []
            try await plan(plain)
        }
    }

    /// Shows the notification of a response again later.
    public nonisolated(nonsending) func snooze(
        _ response: UNNotificationResponse, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await snooze(response.notification, for: duration)
    }
}

extension LocalNotification {
    private static let snoozedSuffix = ".snoozed"

    /// Returns the identifier of a snoozed notification. It differs from the original identifier,
    /// because a request with the original identifier would replace the remaining deliveries of a
    /// repeating notification.
    static func snoozedID(_ id: String) -> String {
        id.hasSuffix(snoozedSuffix) ? id : id + snoozedSuffix
    }

    /// The identifier of the notification that was snoozed; for any other notification, its own
    /// identifier.
    var plainID: String {
        id.hasSuffix(Self.snoozedSuffix) ? String(id.dropLast(Self.snoozedSuffix.count)) : id
    }

    /// Makes a notification that shows the content of the given notification again.
    public init(snoozing notification: UNNotification, for duration: Duration) {
        let request = notification.request
        self.init(snoozing: request.identifier, LocalContent(of: request), for: duration)
    }

    init(snoozing id: String, _ content: LocalContent, for duration: Duration) {
        self.init(id: Self.snoozedID(id), content, .after(duration))
        ignoresQuietHours = true
    }
}

extension LocalContent {
    /// Creates the content that was planned for a notification; if the schedule did not plan the
    /// notification, the content that the system has.
    init(of request: UNNotificationRequest) {
        self =
            LocalMarker(request.content.userInfo)?.notification.content
            ?? LocalContent(request.content)
    }
}
