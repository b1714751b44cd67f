// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// What a background callback says it found. Source: `UIBackgroundFetchResult`.
public enum FetchResult: String, Hashable, Sendable, Codable, CaseIterable {
    case newData = "new-data"
    case noData = "no-data"
    case failed
}

/// The code of an app that the phone calls: its two delegates in one.
///
/// Each call has a limit, see ``VirtualDevice/Limits``; what a call does after it counts no more.
public protocol AppDelegateCode: Sendable {
    /// Says what is to be done with a notification that arrives while the app is in use.
    func willPresent(_ notification: DeliveredNotification, in app: InstalledApp) async
        -> PresentationOptions

    /// Runs for content-available; the payload as JSON text.
    func didReceiveRemoteNotification(_ userInfo: String, in app: InstalledApp) async -> FetchResult

    /// Runs when the person taps a notification.
    func didReceive(_ response: NotificationResponse, in app: InstalledApp) async
}

/// The app that a phone runs when nobody brings one: it shows what its settings say and finds new
/// data.
public struct DemoApp: AppDelegateCode {
    public init() {}

    public func willPresent(
        _ notification: DeliveredNotification, in app: InstalledApp
    ) async -> PresentationOptions { app.foregroundPresentation }

    public func didReceiveRemoteNotification(
        _ userInfo: String, in app: InstalledApp
    ) async -> FetchResult { .newData }

    public func didReceive(_ response: NotificationResponse, in app: InstalledApp) async {}
}
