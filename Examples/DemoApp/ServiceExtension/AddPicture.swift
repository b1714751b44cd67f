// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// Adds the picture that a payload names.
struct AddPicture: ServiceStep {
    let downloads: any Downloads

    func run(on delivery: Delivery) async {
        guard let url = PushPayload(delivery.userInfo).mediaURL,
            let file = try? await downloads.download(url)
        else { return }
        // The system moves the file into its own store.
        guard let picture = try? UNNotificationAttachment(identifier: "picture", url: file) else {
            try? FileManager.default.removeItem(at: file)
            return
        }
        delivery.change { $0.attachments = [picture] }
    }
}
