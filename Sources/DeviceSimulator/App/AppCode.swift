// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The code of an app as a phone calls it, with the phone's own types. It combines the app
/// delegate, the notification center delegate and the extensions.
///
/// `OpenUserNotifications` adapts Apple's protocols to this protocol. ``BehavedApp`` implements the
/// protocol for an app without code. Calls of one app may overlap, as on a real phone. Each call
/// has a time limit; a result that arrives later is ignored.
public protocol AppCode: NearMissFinding {
    /// Runs a callback that returns no result, for instance a callback of the launch or of the life
    /// cycle.
    func run(_ callback: Callback, on system: AppSystem) async

    /// Returns how to present a notification that arrives while the app is in the foreground.
    func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer

    /// Runs the callback for `content-available` with the payload as JSON text; returns `nil` if
    /// the app has no such callback.
    func didReceiveRemoteNotification(_ userInfo: String, on system: AppSystem) async
        -> FetchResult?

    /// Handles a person's response to a notification. Returns `false` when no delegate is set to
    /// receive the response (`RSP-12`).
    func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool

    /// Starts the service extension for one push; returns after the extension's `didReceive`.
    ///
    /// - Parameter deliver: The closure that the extension calls with its content; calls after the
    ///   first are ignored.
    /// - Returns: The running extension; `nil` when the app has no service extension. When the
    ///   extension's time is over, the phone calls ``ServiceExtensionProcess/timeWillExpire()``.
    func startServiceExtension(
        _ request: NotificationRequest, on system: AppSystem,
        deliver: @escaping @Sendable (NotificationContent) -> Void
    ) async -> (any ServiceExtensionProcess)?

    /// Returns whether the app can decode an activity's new content state (`LA-6`).
    func canDecode(contentState: String, attributesType: String) async -> Bool

    /// Passes the press of a button to the content extension that draws the long look. Returns
    /// `nil` when the extension does not handle buttons, so that the app handles them (`NCE-7`).
    func contentExtension(
        didReceive response: NotificationResponse, on system: AppSystem
    ) async -> ContentExtensionOption?

    /// Informs the code that the app's process has ended: everything in the app's memory is lost.
    func processDidEnd() async
}

/// A run of a service extension for one push.
public protocol ServiceExtensionProcess: Sendable {
    /// Calls `serviceExtensionTimeWillExpire()` and returns after that method has returned.
    func timeWillExpire() async
}

extension AppCode {
    public func run(_ callback: Callback, on system: AppSystem) async {}

    public func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer { .notImplemented }

    public func didReceiveRemoteNotification(
        _ userInfo: String, on system: AppSystem
    ) async -> FetchResult? { nil }

    public func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool {
        false
    }

    public func startServiceExtension(
        _ request: NotificationRequest, on system: AppSystem,
        deliver: @escaping @Sendable (NotificationContent) -> Void
    ) async -> (any ServiceExtensionProcess)? { nil }

    public func canDecode(contentState: String, attributesType: String) async -> Bool { true }

    public func contentExtension(
        didReceive response: NotificationResponse, on system: AppSystem
    ) async -> ContentExtensionOption? { nil }

    public func processDidEnd() async {}
}
