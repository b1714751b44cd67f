// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether an optional requirement of a delegate was implemented.
///
/// Swift has no optional requirements outside of Objective-C. The defaults of this module's
/// protocols say here that they ran, so that the phone can tell "not implemented" from "did
/// nothing" and try the other spelling. A default never calls another requirement.
package final class OptionalCall: Sendable {
    @TaskLocal private static var current: OptionalCall?

    private let wasImplemented = Mutex(true)

    /// What a default calls; true when the phone asks, which then wants no answer.
    @discardableResult
    static func notImplemented() -> Bool {
        guard let current else { return false }
        current.wasImplemented.withLock { $0 = false }
        return true
    }

    /// Calls a requirement; false when the default ran.
    package static func isImplemented(_ body: () -> Void) -> Bool {
        let call = OptionalCall()
        $current.withValue(call) { body() }
        return call.wasImplemented.withLock { $0 }
    }

    /// Calls an async requirement; nil when the default ran.
    package static func result<Value: Sendable>(
        of body: @Sendable () async -> Value
    ) async -> Value? {
        let call = OptionalCall()
        let value = await $current.withValue(call) { await body() }
        return call.wasImplemented.withLock { $0 } ? value : nil
    }
}
