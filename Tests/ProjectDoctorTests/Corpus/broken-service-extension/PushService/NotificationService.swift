import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let text = content.userInfo["image"] as? String, let url = URL(string: text)
        else { return }
        URLSession.shared.downloadTask(with: url) { location, _, _ in
            guard let location else {
                contentHandler(content)
                return
            }
            if let attachment = try? UNNotificationAttachment(identifier: "image", url: location) {
                content.attachments = [attachment]
            }
            contentHandler(content)
        }.resume()
    }
}
