// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit
import Foundation
public import UserNotificationsShim

/// Draws notifications about orders when the person expands them.
public final class NotificationViewController: RichNotificationViewController {
    let orderLabel = UILabel()

    override public func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(orderLabel)
    }

    override public func didReceive(_ notification: UNNotification) {
        super.didReceive(notification)
        let content = notification.request.content
        orderLabel.text =
            PushPayload(content.userInfo).string("order_id").map {
                String(localized: "Order \($0)")
            } ?? content.subtitle
        textLabel.text = content.title + "\n" + content.body
    }
}
