// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The app, as the system sees it. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    let app: any PhoneServices

    /// The app's delegate.
    public weak var delegate: (any UIApplicationDelegate)?

    /// Where the app keeps its scenes and windows.
    weak var phoneApp: PhoneApp?

    /// The lines of the menu on the icon. Since iOS 9.0.
    public var shortcutItems: [UIApplicationShortcutItem]?
    /// Whether the screen stays on while nobody touches it; it changes nothing here.
    public var isIdleTimerDisabled = false
    /// Whether a shake takes a change back; it changes nothing here.
    public var applicationSupportsShakeToEdit = true

    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The app whose code runs: the one a test installed, else an app on the default device.
    public class var shared: UIApplication { PhoneContext.current.application }

    /// Asks APNs for a token; the delegate gets it.
    public func registerForRemoteNotifications() { app.registerForRemoteNotifications() }

    /// Ends the registration.
    public func unregisterForRemoteNotifications() { app.unregisterForRemoteNotifications() }

    /// Whether the app is registered.
    public var isRegisteredForRemoteNotifications: Bool { app.isRegisteredForRemoteNotifications }

    /// The number on the icon. Deprecated in iOS 17.0.
    public var applicationIconBadgeNumber: Int {
        get { app.badgeNumber }
        set { app.badgeNumber = newValue }
    }

    /// Where the app stands.
    public var applicationState: State { app.applicationState }

    /// Whether the app may be woken to refresh itself.
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus { app.backgroundRefreshStatus }

    /// Seconds that the app may still run in the background; a very large number in the foreground.
    public var backgroundTimeRemaining: TimeInterval { app.backgroundTimeRemaining }

    /// Whether files with complete protection can be read: not while the phone is locked.
    public var isProtectedDataAvailable: Bool { app.isProtectedDataAvailable }

    /// Opens a URL in the app it belongs to.
    ///
    /// - Parameter completion: gets false when no app opens it.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let isOpened = app.open(url)
        if let completion { Task { @MainActor in completion(isOpened) } }
    }

    /// Opens a URL in the app it belongs to; false when no app opens it.
    @discardableResult
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool {
        app.open(url)
    }

    /// Opens a URL in the app it belongs to. Deprecated in iOS 10.0.
    @discardableResult
    @_disfavoredOverload
    public func openURL(_ url: URL) -> Bool { app.open(url) }

    /// Whether an app opens such URLs.
    public func canOpenURL(_ url: URL) -> Bool { app.canOpen(url) }

    /// Asks for time to finish something in the background.
    ///
    /// - Parameter handler: called shortly before time is up.
    public func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Asks for time to finish something in the background, under a name.
    ///
    /// - Parameter handler: called shortly before time is up.
    public func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        app.beginBackgroundTask(named: taskName, expirationHandler: handler)
    }

    /// Says that it is finished.
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        app.endBackgroundTask(identifier)
    }

    /// The scenes that are connected.
    public var connectedScenes: Set<UIScene> { phoneApp?.scenes ?? [] }
}
