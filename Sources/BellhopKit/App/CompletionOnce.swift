// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A system completion handler that must be called exactly once.
///
/// Proof for `@unchecked Sendable`: the handler is removed under the lock, so only one caller gets
/// it. Apple's handlers may be called on the main thread, and the kit calls them there.
final class CompletionOnce<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var handler: ((Value) -> Void)?

    init(_ handler: @escaping (Value) -> Void) { self.handler = handler }

    /// Calls the handler, unless it has been called before.
    ///
    /// - Returns: whether this call has run the handler.
    @discardableResult
    func callAsFunction(_ value: Value) -> Bool {
        let handler = lock.withLock {
            defer { self.handler = nil }
            return self.handler
        }
        handler?(value)
        return handler != nil
    }
}
