// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A function that runs only when it is called for the first time. This class is necessary because
/// app code may call a completion handler twice by mistake, but a continuation must be resumed
/// exactly once.
package final class Once<Value: Sendable>: Sendable {
    private let body: Mutex<(@Sendable (Value) -> Void)?>

    package init(_ body: @escaping @Sendable (Value) -> Void) { self.body = Mutex(body) }

    /// Runs the function on the first call; later calls do nothing and return `false`.
    @discardableResult
    package func callAsFunction(_ value: Value) -> Bool {
        let body = body.withLock { stored in
            defer { stored = nil }
            return stored
        }
        body?(value)
        return body != nil
    }
}
