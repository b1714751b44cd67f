// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
public import UIKit
public import UserNotifications
public import UserNotificationsUI
#else
public import OpenUserNotifications
#endif

/// Draws notifications about orders when the person opens them.
public final class NotificationViewController: UIViewController, UNNotificationContentExtension {
    let orderLabel = UILabel()
    let statusLabel = UILabel()

    public override func viewDidLoad() {
        super.viewDidLoad()
        statusLabel.numberOfLines = 0
        view.addSubview(orderLabel)
        view.addSubview(statusLabel)
    }

    public func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        orderLabel.text =
            PushPayload(content.userInfo).orderID.map { String(localized: "Order \($0)") }
            ?? content.subtitle
        statusLabel.text = content.title + "\n" + content.body
    }

    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        // The map is in the app.
        completion(.dismissAndForwardAction)
    }
}
