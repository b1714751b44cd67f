// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsShim

/// Gives the number on the icon to the system.
@MainActor
struct BadgeWriter {
    let center: UNUserNotificationCenter

    /// Ends when the system has it. Without permission nothing is seen of it (rule `BDG-8`), and a
    /// Watch has no number on its icons.
    func write(_ count: Int) async {
        #if !os(watchOS)
        await withCheckedContinuation { continuation in
            center.setBadgeCount(count) { @Sendable _ in continuation.resume() }
        }
        #endif
    }
}
