// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import UserNotificationsShim

/// The courier's service extension. It sets the downloader because the media of the tests come from
/// this machine; an app does not need this.
final class CourierNotificationService: RichNotificationService {
    private let backend: any DeviceBackend
    private let change: @Sendable (inout ServiceConfiguration) -> Void

    init(
        backend: any DeviceBackend,
        change: @escaping @Sendable (inout ServiceConfiguration) -> Void
    ) {
        self.backend = backend
        self.change = change
        super.init()
    }

    override var configuration: ServiceConfiguration {
        var configuration = ServiceConfiguration(
            appGroup: Courier.appGroup,
            decrypt: DecryptStep(Courier.encryption, fallback: Courier.neutral),
            downloader: WebMediaDownloader.local, badge: BadgeStep())
        configuration.steps.append(ReceiptStep(to: backend))
        change(&configuration)
        return configuration
    }
}

/// The courier's content extension.
final class CourierContent: RichNotificationViewController {
    override var downloader: any MediaDownloader { WebMediaDownloader.local }
}
