// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Observers of an app's notifications in `NotificationCenter`, removed when this object is
/// deallocated.
final class Observations {
    private let tokens: [any NSObjectProtocol]

    /// - Parameters:
    ///   - object: the app whose notifications are observed; in tests, a process may contain
    ///     several apps.
    ///   - handlers: the code to run, by the notification's name. The notification must be posted
    ///     on the main thread.
    @MainActor
    init(of object: AnyObject, _ handlers: [Notification.Name: @MainActor @Sendable () -> Void]) {
        tokens = handlers.map { name, handler in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                MainActor.assumeIsolated { handler() }
            }
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
