// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Detects whether a delegate implements an optional requirement.
///
/// Swift has no optional requirements outside of Objective-C. Therefore each default implementation
/// in this module's protocols calls ``notImplemented()`` to report that it ran. The phone can then
/// distinguish a method that is not implemented from a method that does nothing, and try another
/// variant of the method. A default implementation never calls another requirement.
package final class OptionalCall: Sendable {
    @TaskLocal private static var current: OptionalCall?

    private let wasImplemented = Mutex(true)

    /// Reports that a default implementation ran. Returns `true` when the phone is checking for an
    /// implementation; the default implementation must then not call a completion handler.
    @discardableResult
    static func notImplemented() -> Bool {
        guard let current else { return false }
        current.wasImplemented.withLock { $0 = false }
        return true
    }

    /// Calls a requirement; returns `false` when its default implementation ran.
    package static func isImplemented(_ body: () -> Void) -> Bool {
        let call = OptionalCall()
        $current.withValue(call) { body() }
        return call.wasImplemented.withLock { $0 }
    }

    /// Calls an async requirement; returns `nil` when its default implementation ran.
    package static func result<Value: Sendable>(
        of body: @Sendable () async -> Value
    ) async -> Value? {
        let call = OptionalCall()
        let value = await $current.withValue(call) { await body() }
        return call.wasImplemented.withLock { $0 } ? value : nil
    }
}
