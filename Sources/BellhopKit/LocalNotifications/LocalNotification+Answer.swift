// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension LocalSchedule {
    /// Shows the notification that the person answered again later; for
    /// ``PushConfiguration/on(_:_:)``.
    ///
    /// ```swift
    /// push.on("snooze") { [unowned self] in try await self.push.schedule.snooze($0) }
    /// ```
    ///
    /// It comes as it was shown: with what a service extension made of it. An answer that the app
    /// made itself has the payload of a push alone.
    ///
    /// - Throws: ``LocalNotificationError``.
    public func snooze(
        _ answer: PushAnswer, for duration: Duration = LocalSchedule.snoozeDefault
    ) async throws(LocalNotificationError) {
        try await plan(again: LocalNotification(snoozing: answer, for: duration))
    }
}

extension LocalNotification {
    /// What the notification said that the person answered, to be shown again.
    public init(snoozing answer: PushAnswer, for duration: Duration) {
        if var shown = answer.snoozable {
            shown.trigger = .after(duration)
            self = shown
            return
        }
        let payload = answer.message.payload
        let content =
            LocalMarker(payload.userInfo)?.notification.content ?? LocalContent(pushed: payload)
        self.init(id: Self.snoozedID(answer.notificationID), content, .after(duration))
        ignoresQuietHours = true
    }
}

extension LocalContent {
    /// What a push says by itself.
    init(pushed payload: PushPayload) {
        func text(_ part: String, _ prefix: String) -> LocalText {
            if let key = payload.string("aps.alert.\(prefix)loc-key") {
                let arguments = payload["aps.alert.\(prefix)loc-args"]?.arrayValue ?? []
                return .key(key, arguments: arguments.compactMap(\.stringValue))
            }
            return LocalText(payload.string("aps.alert.\(part)") ?? "")
        }
        let level = payload.string("aps.interruption-level").flatMap(Level.init(rawValue:))
        self.init(
            title: text("title", "title-"), subtitle: text("subtitle", "subtitle-"),
            body: payload.string("aps.alert").map { LocalText($0) } ?? text("body", ""),
            sound: payload["aps.sound"] == nil ? nil : Sound(payload: payload),
            category: payload.string("aps.category") ?? "",
            thread: payload.string("aps.thread-id") ?? "", level: level ?? .active,
            payload: payload)
        relevance = payload["aps.relevance-score"]?.doubleValue ?? 0
        targetContent = payload.string("aps.target-content-id")
        filterCriteria = payload.string("aps.filter-criteria")
    }
}
