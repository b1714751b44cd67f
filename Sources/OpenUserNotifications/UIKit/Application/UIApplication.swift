// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The running app. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    let app: any PhoneServices

    /// The app's delegate.
    public weak var delegate: (any UIApplicationDelegate)?

    /// The object that stores the app's scenes and windows.
    weak var phoneApp: PhoneApp?

    /// The quick actions of the app's icon. Available since iOS 9.0.
    public var shortcutItems: [UIApplicationShortcutItem]?
    /// Whether the screen stays on while the person does not touch it. Has no effect here.
    public var isIdleTimerDisabled = false
    /// Whether shaking the phone undoes a change. Has no effect here.
    public var applicationSupportsShakeToEdit = true

    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The app whose code is running: the app that a test installed, or else an app on the default
    /// device.
    public class var shared: UIApplication { PhoneContext.current.application }

    /// Registers with APNs; the delegate receives the device token.
    public func registerForRemoteNotifications() { app.registerForRemoteNotifications() }

    /// Unregisters from remote notifications.
    public func unregisterForRemoteNotifications() { app.unregisterForRemoteNotifications() }

    /// Whether the app is registered for remote notifications.
    public var isRegisteredForRemoteNotifications: Bool { app.isRegisteredForRemoteNotifications }

    /// The number in the badge on the app's icon. Deprecated in iOS 17.0.
    public var applicationIconBadgeNumber: Int {
        get { app.badgeNumber }
        set { app.badgeNumber = newValue }
    }

    /// The app's state.
    public var applicationState: State { app.applicationState }

    /// Whether the app may be woken for a background refresh.
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus { app.backgroundRefreshStatus }

    /// The remaining background time in seconds; a very large number in the foreground.
    public var backgroundTimeRemaining: TimeInterval { app.backgroundTimeRemaining }

    /// Whether files with complete protection can be read; `false` while the phone is locked.
    public var isProtectedDataAvailable: Bool { app.isProtectedDataAvailable }

    /// Opens a URL in the app that handles the URL.
    ///
    /// - Parameter completion: receives `false` when no app opens the URL.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let isOpened = app.open(url)
        if let completion { Task { @MainActor in completion(isOpened) } }
    }

    /// Opens a URL in the app that handles the URL; returns `false` when no app handles the URL.
    @discardableResult
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool {
        app.open(url)
    }

    /// Opens a URL in the app that handles the URL. Deprecated in iOS 10.0.
    @discardableResult
    @_disfavoredOverload
    public func openURL(_ url: URL) -> Bool { app.open(url) }

    /// Returns whether an app on the phone opens the URL.
    public func canOpenURL(_ url: URL) -> Bool { app.canOpen(url) }

    /// Requests time to finish a task in the background.
    ///
    /// - Parameter handler: on Apple's systems, called shortly before the time expires. The virtual
    ///   phone never calls the handler.
    public func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Requests time to finish a named task in the background.
    ///
    /// - Parameter handler: on Apple's systems, called shortly before the time expires. The virtual
    ///   phone never calls the handler.
    public func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        app.beginBackgroundTask(named: taskName, expirationHandler: handler)
    }

    /// Ends a background task.
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        app.endBackgroundTask(identifier)
    }

    /// The connected scenes.
    public var connectedScenes: Set<UIScene> { phoneApp?.scenes ?? [] }
}
