// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// A notification on its way through the service extension.
///
/// Steps change it; it is handed to the system once, whatever happens: by the first ``finish()``,
/// or when nobody holds it any more. What comes later changes nothing.
///
/// Proof for `@unchecked Sendable`: `content` and `handler` are read and written only while `lock`
/// is held. The handler is taken out under the lock, so that one caller has it, and is called after
/// it. That caller copies the content under the lock too.
final class Delivery: @unchecked Sendable {
    private let lock = NSLock()
    private var content: UNNotificationContent
    private var handler: ((UNNotificationContent) -> Void)?

    init(
        _ content: UNNotificationContent, handler: @escaping (UNNotificationContent) -> Void
    ) {
        self.content = content
        self.handler = handler
    }

    deinit { handler?(content) }

    /// The app's own data in the payload.
    var userInfo: [AnyHashable: Any] { lock.withLock { content.userInfo } }

    /// Changes the notification, unless it was handed over.
    func change(_ body: (UNMutableNotificationContent) -> Void) {
        lock.withLock {
            guard handler != nil,
                let copy = content.mutableCopy() as? UNMutableNotificationContent
            else { return }
            body(copy)
            content = copy
        }
    }

    /// Replaces the notification by one that the system made from it. It must not be changed
    /// afterwards, or what the system added is lost.
    func replace(_ body: (UNNotificationContent) throws -> UNNotificationContent) {
        lock.withLock {
            guard handler != nil, let made = try? body(content) else { return }
            content = made
        }
    }

    /// Hands the notification to the system; only the first call does something.
    func finish() {
        let (handler, content) = lock.withLock {
            defer { self.handler = nil }
            return (self.handler, self.content)
        }
        handler?(content)
    }
}
