// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where an app asks for permission, adds requests and sees what was delivered. Apple: since
/// iOS 10.0.
///
/// It may be used from any thread. A center belongs to one app on one phone and stays with it,
/// whatever thread it is used on.
///
/// Proof for `@unchecked Sendable`: `app` is a `let` of a `Sendable` type; the weak reference is
/// read and written only while the lock is held. The delegate itself may belong to the main actor:
/// it is called there, or through async requirements, which hop to where they belong.
public class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    let app: any PhoneServices
    private let lock = NSLock()
    private weak var lockedDelegate: (any UNUserNotificationCenterDelegate)?

    /// The center of an app; apps use ``current()``.
    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The center of the app whose code runs: of the app a test installed, else of an app on the
    /// default device.
    public class func current() -> UNUserNotificationCenter { PhoneContext.current.center }

    /// Who is told of notifications in the foreground and of responses. Held weakly. Set it before
    /// the launch ends, or the response that launched the app is lost.
    public weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { lockedDelegate } }
        set { lock.withLock { lockedDelegate = newValue } }
    }

    /// Whether the system shows content extensions.
    public var supportsContentExtensions: Bool { app.supportsContentExtensions }
}
