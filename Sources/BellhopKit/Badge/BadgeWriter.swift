// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsShim

/// Passes the number on the icon to the system.
@MainActor
struct BadgeWriter {
    let center: UNUserNotificationCenter

    /// Sets the number, and returns when the system has set it. Without permission, the number is
    /// not shown (rule `BDG-8`), and a Watch shows no numbers on icons.
    func write(_ count: Int) async {
        #if !os(watchOS)
        await withCheckedContinuation { continuation in
            center.setBadgeCount(count) { @Sendable _ in continuation.resume() }
        }
        #endif
    }
}
