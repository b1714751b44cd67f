// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The code of an app that a phone runs, in the phone's own types: app delegate, notification
/// center delegate and extensions in one.
///
/// `OpenUserNotifications` adapts Apple's protocols to this one. ``BehavedApp`` implements it for
/// an app without code. Calls of one app may overlap, as on a phone. Each call has a time limit,
/// after which its result no longer counts.
public protocol AppCode: NearMissFinding {
    /// Runs a callback without a result, including launch and life cycle.
    func run(_ callback: Callback, on system: AppSystem) async

    /// Returns how to present a notification that arrives while the app is in use.
    func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer

    /// Runs the callback for `content-available` with the payload as JSON text. Returns `nil` when
    /// the app does not implement it.
    func didReceiveRemoteNotification(_ userInfo: String, on system: AppSystem) async
        -> FetchResult?

    /// Handles a person's response to a notification. Returns `false` when no delegate is set to
    /// receive it (`RSP-12`).
    func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool

    /// Starts the service extension for one push; returns when its `didReceive` has returned.
    ///
    /// - Parameter deliver: The closure that the extension calls with its content; only the first
    ///   call counts.
    /// - Returns: The running extension, on which ``ServiceExtensionProcess/timeWillExpire()`` is
    ///   called when its time is over; `nil` when the app has no service extension.
    func startServiceExtension(
        _ request: NotificationRequest, on system: AppSystem,
        deliver: @escaping @Sendable (NotificationContent) -> Void
    ) async -> (any ServiceExtensionProcess)?

    /// Returns whether the app can decode an activity's new content state (`LA-6`).
    func canDecode(contentState: String, attributesType: String) async -> Bool

    /// Passes the press of a button to the content extension that draws the long look. Returns
    /// `nil` when the extension leaves the button to the app (`NCE-7`).
    func contentExtension(
        didReceive response: NotificationResponse, on system: AppSystem
    ) async -> ContentExtensionOption?

    /// Informs the code that the app's process has ended: everything in the app's memory is lost.
    func processDidEnd() async
}

/// A run of a service extension for one push.
public protocol ServiceExtensionProcess: Sendable {
    /// Calls `serviceExtensionTimeWillExpire()`; returns when that has returned.
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
