// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The code of an app that a phone runs, in the phone's own words: app delegate, notification
/// center delegate and extensions in one.
///
/// `OpenUserNotifications` makes one of Apple's protocols; ``BehavedApp`` is one that has no code.
/// Calls of one app may overlap, as on a phone. Each has a limit; what a call does after it counts
/// no more.
public protocol AppCode: NearMissFinding {
    /// Runs a callback that has no answer, launch and life cycle included.
    func run(_ callback: Callback, on system: AppSystem) async

    /// Says what is to be done with a notification that arrives while the app is in use.
    func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer

    /// Runs for content-available; the payload as JSON text. `nil` when the app has no such
    /// callback.
    func didReceiveRemoteNotification(_ userInfo: String, on system: AppSystem) async
        -> FetchResult?

    /// Handles what a person did with a notification. `false` when nobody is there to be told
    /// (`RSP-12`).
    func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool

    /// Starts the service extension for one push; returns when its `didReceive` has returned.
    ///
    /// - Parameter deliver: what the extension calls with the content it made; the first call
    ///   counts.
    /// - Returns: the extension, to be told when its time is over; `nil` when there is none.
    func startServiceExtension(
        _ request: NotificationRequest, on system: AppSystem,
        deliver: @escaping @Sendable (NotificationContent) -> Void
    ) async -> (any ServiceExtensionProcess)?

    /// Whether the app's type can be read from an activity's new content (`LA-6`).
    func canDecode(contentState: String, attributesType: String) async -> Bool

    /// A button of the long look was pressed and a content extension draws it; `nil` when it leaves
    /// the button to the app (`NCE-7`).
    func contentExtension(
        didReceive response: NotificationResponse, on system: AppSystem
    ) async -> ContentExtensionOption?

    /// The app's process has ended; whatever it held in memory is gone.
    func processDidEnd() async
}

/// A service extension at work on one push.
public protocol ServiceExtensionProcess: Sendable {
    /// `serviceExtensionTimeWillExpire()`; returns when that has returned.
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
