// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view controller that shows an expanded notification. Available since iOS 10.0.
///
/// Every requirement except the first is optional and has a default implementation.
@preconcurrency @MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol {
    /// Tells the view to show a notification. While the view is open, the phone also calls this
    /// method for further notifications of the same thread.
    func didReceive(_ notification: UNNotification)

    /// The person chose an action. Pass the option for the system's next step to the handler.
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void)

    /// The person chose an action. Returns the option for the system's next step.
    func didReceive(
        _ response: UNNotificationResponse
    ) async -> UNNotificationContentExtensionResponseOption

    /// The type of the media button that the system draws; none by default.
    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }
    /// The media button's frame.
    var mediaPlayPauseButtonFrame: CGRect { get }
    /// The media button's tint color.
    var mediaPlayPauseButtonTintColor: UIColor { get }
    /// The person started the media. Never called here.
    func mediaPlay()
    /// The person paused the media. Never called here.
    func mediaPause()
}

extension UNNotificationContentExtension {
    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        if !OptionalCall.notImplemented() { completion(.dismissAndForwardAction) }
    }

    public func didReceive(
        _ response: UNNotificationResponse
    ) async -> UNNotificationContentExtensionResponseOption {
        OptionalCall.notImplemented()
        return .dismissAndForwardAction
    }

    public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
        .none
    }

    public var mediaPlayPauseButtonFrame: CGRect { .zero }

    public var mediaPlayPauseButtonTintColor: UIColor { .white }

    public func mediaPlay() { OptionalCall.notImplemented() }

    public func mediaPause() { OptionalCall.notImplemented() }
}
