// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The interface through which an extension sends requests to the system. Available since iOS 8.0.
///
/// This class contains only the part for notification content extensions.
@preconcurrency @MainActor
public final class NSExtensionContext: NSObject {
    /// A request of the extension.
    package enum Request: Sendable, Hashable {
        case performDefaultAction
        case setActions([UNNotificationAction])
        case dismiss
        case mediaPlayingStarted
        case mediaPlayingPaused
        case open(URL)
    }

    /// The actions shown below the notification. Available since iOS 12.0.
    public var notificationActions: [UNNotificationAction] {
        didSet { handler(.setActions(notificationActions)) }
    }
    private let handler: @MainActor @Sendable (Request) -> Void

    package init(
        notificationActions: [UNNotificationAction] = [],
        handler: @escaping @MainActor @Sendable (Request) -> Void
    ) {
        self.notificationActions = notificationActions
        self.handler = handler
        super.init()
    }

    /// Opens the app, as if the person had tapped the notification. Available since iOS 12.0.
    public func performNotificationDefaultAction() { handler(.performDefaultAction) }

    /// Closes the expanded notification. Available since iOS 12.0.
    public func dismissNotificationContentExtension() { handler(.dismiss) }

    /// Informs the system that the media is playing.
    public func mediaPlayingStarted() { handler(.mediaPlayingStarted) }

    /// Informs the system that the media was paused.
    public func mediaPlayingPaused() { handler(.mediaPlayingPaused) }

    /// Opens a URL.
    public func open(_ URL: URL, completionHandler: ((Bool) -> Void)? = nil) {
        handler(.open(URL))
        completionHandler?(true)
    }
}
