// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import UserNotificationsShim

/// The doorbell's service extension. The media of the tests come from this machine, hence the
/// downloader; an app leaves it out.
final class DoorbellNotificationService: RichNotificationService {
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
            appGroup: Doorbell.appGroup,
            decrypt: DecryptStep(Doorbell.encryption, fallback: Doorbell.neutral),
            downloader: WebMediaDownloader(allowsLoopback: true), badge: BadgeStep())
        configuration.steps.append(ReceiptStep(to: backend))
        change(&configuration)
        return configuration
    }
}

/// The doorbell's content extension.
final class DoorbellContent: RichNotificationViewController {
    override var downloader: any MediaDownloader { WebMediaDownloader(allowsLoopback: true) }
}
