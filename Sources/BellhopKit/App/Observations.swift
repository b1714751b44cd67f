// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Observers of an app's notifications; they are removed with this object.
final class Observations {
    private let tokens: [any NSObjectProtocol]

    /// - Parameters:
    ///   - object: the app; other apps may live in the same process, in tests.
    ///   - handlers: by the notification's name. The notification is posted on the main thread.
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
