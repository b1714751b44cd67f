// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The object with which an app requests authorization, adds requests and reads delivered
/// notifications. Available since iOS 10.0.
///
/// A center belongs to one app on one phone and may be used from any thread.
///
/// Proof for `@unchecked Sendable`: `app` is a `let` of a `Sendable` type; the weak reference is
/// read and written only while the lock is held. The delegate itself may be isolated to the main
/// actor: the phone calls the delegate there, or through async requirements, which switch to the
/// delegate's actor.
public class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    let app: any PhoneServices
    private let lock = NSLock()
    private weak var lockedDelegate: (any UNUserNotificationCenterDelegate)?

    /// Creates the center of an app. Apps use ``current()``.
    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// Returns the center of the app whose code is running: the app that a test installed, or else
    /// an app on the default device.
    public class func current() -> UNUserNotificationCenter { PhoneContext.current.center }

    /// The object that receives responses, and also notifications that arrive while the app is in
    /// the foreground. The center holds the delegate weakly. Set the delegate before the launch
    /// ends; otherwise, the response that launched the app is lost.
    public weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { lockedDelegate } }
        set { lock.withLock { lockedDelegate = newValue } }
    }

    /// Whether the system shows content extensions.
    public var supportsContentExtensions: Bool { app.supportsContentExtensions }
}
