import UserNotifications

final class NotificationService: UNNotificationServiceExtension {
    private var contentHandler: ((UNNotificationContent) -> Void)?
    private var bestAttempt: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        bestAttempt = request.content.mutableCopy() as? UNMutableNotificationContent
        Task {
            let content = await decrypted(request.content)
            self.contentHandler?(content)
            self.contentHandler = nil
        }
    }

    override func serviceExtensionTimeWillExpire() {
        guard let contentHandler, let bestAttempt else { return }
        contentHandler(bestAttempt)
    }

    private func decrypted(_ content: UNNotificationContent) async -> UNNotificationContent {
        content
    }
}
