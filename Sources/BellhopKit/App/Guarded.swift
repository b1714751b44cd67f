// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock. The standard library's `Mutex` requires iOS 18, but this kit supports iOS
/// 17.
///
/// Proof for `@unchecked Sendable`: `value` is read and written only while `lock` is held, and is
/// itself `Sendable`.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs a short piece of code that has exclusive access to the value.
    func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
        try lock.withLock { try body(&value) }
    }
}
