// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// Shows local notifications for the messages whose push never arrived.
///
/// Thread safety: the system calls completion handlers on its own queue, and these handlers pass on
/// only identifiers.
@MainActor
struct MissedNotifications {
    let center: UNUserNotificationCenter
    let keys: PayloadKeys
    let policy: BadgePolicy
    let counter: BadgeCounter

    /// - Parameter messages: the messages just handled for the first time, oldest first.
    func show(_ messages: [PushMessage]) async {
        let shown = await shownMessages()
        for message in messages {
            guard let id = message.id, !shown.contains(id),
                let content = message.localNotification
            else { continue }
            switch policy.source {
            case .server: break
            case .counted: content.badge = (try? counter.add(1)).map { NSNumber(value: $0) }
            case .app: content.badge = nil
            }
            await add(UNNotificationRequest(identifier: id, content: content, trigger: nil))
        }
    }

    /// Returns the identifiers of the messages whose notification the person can still see.
    private func shownMessages() async -> Set<String> {
        let keys = keys
        return await withCheckedContinuation { continuation in
            center.getDeliveredNotifications { @Sendable notifications in
                let ids = notifications.flatMap { notification -> [String] in
                    let payload = PushPayload(notification.request.content.userInfo)
                    return [notification.request.identifier]
                        + [payload.string(anyOf: keys.messageID)].compactMap(\.self)
                }
                continuation.resume(returning: Set(ids))
            }
        }
    }

    private func add(_ request: UNNotificationRequest) async {
        await withCheckedContinuation { continuation in
            // Without permission, adding fails, but the notification could not be shown anyway.
            center.add(request) { @Sendable _ in continuation.resume() }
        }
    }
}
