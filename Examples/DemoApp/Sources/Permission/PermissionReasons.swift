// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import UserNotificationsShim

/// The reasons for requesting permission, each used in its own situation.
extension PermissionReason {
    static var replies: Self {
        Self(
            feature: "replies",
            title: String(localized: "Know at once when somebody replies."))
    }

    static var orders: Self {
        Self(feature: "orders", title: String(localized: "Know when your order is at the door."))
    }

    static var reminders: Self {
        Self(
            feature: "reminders",
            title: String(localized: "Reminders need notifications to reach you."))
    }

    static var criticalAlerts: Self {
        Self(
            feature: "critical-alerts",
            title: String(localized: "Hear alarms even when the phone is muted."))
    }
}
