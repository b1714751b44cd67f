// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit

/// Draws letters when the person expands a notification: the pages of its `carousel`.
final class NotificationViewController: RichNotificationViewController {}
