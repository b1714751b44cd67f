// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SchedulePlan {
    /// The number of entries with a location.
    var regionCount: Int {
        entries.values.count { $0.notification.trigger.systemTrigger(at: $0.plannedAt).isRegion }
    }

    /// Inserts a notification, replacing one with the same identifier. If an identical notification
    /// is already planned and not yet delivered, nothing changes.
    ///
    /// - Parameter pending: the fingerprints of the requests that the system has.
    /// - Throws: ``LocalNotificationError``.
    @MainActor
    mutating func insert(
        _ notification: LocalNotification, at now: Date, pending: Set<String>,
        _ store: LocalAttachmentStore
    ) throws(LocalNotificationError) {
        let id = notification.id
        if let old = entries[id], old.notification.isSame(as: notification),
            old.submitted.map({ pending.contains($0.fingerprint) }) ?? true
        {
            return
        }
        var stored = try store.keep(notification)
        if case .after = stored.trigger,
            case .moment(let date) = stored.trigger.systemTrigger(at: now)
        {
            stored.trigger = .at(date)
        }
        entries[id] = Entry(notification: stored, plannedAt: now)
    }
}

extension LocalNotification {
    /// Returns whether two notifications are equal, apart from the names of their stored files.
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
