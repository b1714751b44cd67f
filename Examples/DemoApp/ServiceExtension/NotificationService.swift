// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DemoKit
import Foundation

#if canImport(UIKit)
public import UserNotifications
#else
public import OpenUserNotifications
#endif

/// Completes notifications before they are shown: opens encrypted messages, fetches pictures, and
/// says from whom a message is.
///
/// The system makes one for each push, gives it about 30 seconds, and shows the notification as it
/// came if it hears nothing. Here that cannot happen: see ``Delivery``.
public final class NotificationService: UNNotificationServiceExtension {
    private let steps: @Sendable () -> [any ServiceStep]
    private var delivery: Delivery?
    private var work: Task<Void, Never>?

    public override convenience init() { self.init(keys: GroupKeys(), downloads: WebDownloads()) }

    /// A service with other keys and another network.
    public init(keys: any MessageKeys, downloads: any Downloads) {
        steps = { [OpenMessage(keys: keys), AddPicture(downloads: downloads), NameSender()] }
        super.init()
    }

    public override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let delivery = Delivery(request.content, handler: contentHandler)
        self.delivery = delivery
        let steps = steps()
        work = Task {
            for step in steps where !Task.isCancelled { await step.run(on: delivery) }
            delivery.finish()
        }
    }

    public override func serviceExtensionTimeWillExpire() {
        // First the notification with what is done so far, then the end of the work.
        delivery?.finish()
        work?.cancel()
    }
}
