// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The block between the markers appears verbatim in docs/guide/rich-notifications.md.

// guide: service-extension
import BellhopKit

final class NotificationService: RichNotificationService {
    override var configuration: ServiceConfiguration {
        ServiceConfiguration(
            appGroup: "group.com.example.chat",
            decrypt: DecryptStep(EncryptionPlan(accessGroup: "ABCDE12345.com.example.chat")),
            badge: BadgeStep())
    }
}
// guide: end
