// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import DemoKit
import Foundation

extension LocalNotification {
    /// A reminder that the person sets.
    ///
    /// - Parameter isUrgent: whether it may break through a Focus.
    static func reminder(
        _ id: String, _ title: String, note: String = "", isUrgent: Bool = false,
        _ trigger: LocalTrigger
    ) -> LocalNotification {
        let content = LocalContent(
            title: LocalText(title), body: note.isEmpty ? .key("It is time.") : LocalText(note),
            sound: .named("bell.caf"), category: PushCategoryID.reminder.rawValue,
            thread: "reminders", level: isUrgent ? .timeSensitive : .active,
            payload: PushPayload(["reminder": id]))
        return LocalNotification(id: id, content, trigger)
    }

    /// The text of this reminder in the list.
    var title: String { if case .text(let title) = content.title { title } else { id } }
}

extension LocalSchedule {
    /// The future reminders; a snoozed one is listed by its own schedule.
    var reminders: [LocalNotification] {
        planned.filter { $0.content.payload.string("reminder") == $0.id }
    }
}
