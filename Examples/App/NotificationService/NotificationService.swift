// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import PostcardPush

/// Completes notifications before they are shown.
final class NotificationService: RichNotificationService {
    override var configuration: ServiceConfiguration { Shared.service }
}
