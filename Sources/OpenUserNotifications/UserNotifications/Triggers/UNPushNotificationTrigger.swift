// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The trigger of a remote notification. Only the system creates this trigger. Available since iOS
/// 10.0.
public class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
