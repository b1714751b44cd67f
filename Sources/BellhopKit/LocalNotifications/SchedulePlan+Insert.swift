// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SchedulePlan {
    /// How many entries are for places.
    var placeCount: Int {
        entries.values.count { $0.notification.trigger.systemTrigger(at: $0.plannedAt).isPlace }
    }

    /// Puts a notification in, in place of one with its identifier. The same one once more changes
    /// nothing as long as it is to come.
    ///
    /// - Parameter pending: the fingerprints of what the system has.
    /// - Throws: ``LocalNotificationError``.
    @MainActor
    mutating func insert(
        _ notification: LocalNotification, at now: Date, pending: Set<String>,
        _ store: LocalAttachmentStore
    ) throws(LocalNotificationError) {
        let id = notification.id
        if let old = entries[id], old.notification.isSame(as: notification),
            old.handedOver.map({ pending.contains($0.fingerprint) }) ?? true
        {
            return
        }
        var kept = try store.keep(notification)
        if case .after = kept.trigger, case .moment(let date) = kept.trigger.systemTrigger(at: now)
        {
            kept.trigger = .at(date)
        }
        entries[id] = Entry(notification: kept, plannedAt: now)
    }
}

extension LocalNotification {
    /// Whether it is the same but for where its files are kept.
    fileprivate func isSame(as other: LocalNotification) -> Bool {
        func plain(_ notification: LocalNotification) -> LocalNotification {
            var plain = notification
            for index in plain.content.attachments.indices {
                plain.content.attachments[index].storedName = nil
            }
            return plain
        }
        return plain(self) == plain(other)
    }
}
