import BellhopKit
import PostcardPush

/// Completes notifications before they are shown.
final class NotificationService: RichNotificationService {
    override var configuration: ServiceConfiguration { Shared.service }
}
