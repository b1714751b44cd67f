// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The action identifier of a response with which the person opened the app from the notification.
/// Available since iOS 10.0.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The action identifier of a response with which the person dismissed the notification; reported
/// only for categories with ``UNNotificationCategoryOptions/customDismissAction``. Available since
/// iOS 10.0.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
