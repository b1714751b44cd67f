// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The person opened the app from the notification. Apple: since iOS 10.0.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The person dismissed the notification; reported only for categories with
/// ``UNNotificationCategoryOptions/customDismissAction``. Apple: since iOS 10.0.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
