// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import UserNotificationsShim

final class NotificationViewController: UIViewController {}
