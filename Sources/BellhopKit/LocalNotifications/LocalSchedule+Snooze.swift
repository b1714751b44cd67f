// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

extension LocalSchedule {
    /// How long a snooze lasts unless told otherwise: five minutes.
    public nonisolated static let snoozeDefault = Duration.seconds(300)

    /// Shows a notification again later, with its text, actions and data; be it one that was
    /// planned, a push or another one. A repeating one goes on besides. Snoozed again, it is put
    /// off; quiet hours do not count, because the person asked for it.
    ///
    /// To be called for an action of its category. It may be called from any task: only values
    /// leave the one of the notification.
    ///
    /// - Throws: ``LocalNotificationError``.
    public nonisolated(nonsending) func snooze(
        _ notification: UNNotification, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await snooze(LocalNotification(snoozing: notification, for: duration))
    }

    /// Shows the notification that the person answered again later, in a handler of
    /// ``PushConfiguration/on(_:_:)``.
    ///
    /// - Throws: ``LocalNotificationError``.
    public func snooze(
        _ answer: PushAnswer, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await snooze(
            LocalNotification(snoozing: answer.notificationID, answer.shown, for: duration))
    }

    private nonisolated(nonsending) func snooze(
        _ again: LocalNotification
    ) async throws(LocalNotificationError) {
        do throws(LocalNotificationError) { try await plan(again) } catch {
            guard case .attachment = error else { throw error }
            // The system may delete a file with the notification that showed it.
            var plain = again
            plain.content.attachments = []
            try await plan(plain)
        }
    }

    /// Shows the notification that the person answered again later.
    public nonisolated(nonsending) func snooze(
        _ response: UNNotificationResponse, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await snooze(response.notification, for: duration)
    }
}

extension LocalNotification {
    private static let snoozedSuffix = ".snoozed"

    /// The identifier of what is snoozed: another one than the notification's own, or the rest of a
    /// repeating one would be replaced.
    static func snoozedID(_ id: String) -> String {
        id.hasSuffix(snoozedSuffix) ? id : id + snoozedSuffix
    }

    /// The identifier of what it was snoozed from, else its own.
    var plainID: String {
        id.hasSuffix(Self.snoozedSuffix) ? String(id.dropLast(Self.snoozedSuffix.count)) : id
    }

    /// What a notification says, to be shown again.
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
    /// What a notification shows: as it was planned, else as it stands there.
    init(of request: UNNotificationRequest) {
        self =
            LocalMarker(request.content.userInfo)?.notification.content
            ?? LocalContent(request.content)
    }
}
