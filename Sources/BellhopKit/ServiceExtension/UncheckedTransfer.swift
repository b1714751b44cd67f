// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Carries a value that Apple's SDK does not mark as `Sendable` from one owner to the next.
///
/// Proof for `@unchecked Sendable`: only four kinds of value are wrapped, each in one place.
/// Content is an immutable copy with no other owner (``NotificationDraft``). A content provider is
/// passed as `sending`, so the code that created the provider no longer has access to it. The
/// system's handler is called once, by the caller that takes it out under the lock of
/// ``ServiceRun``; Apple allows a call on any thread. A dispatch source is cancelled by its last
/// owner, which Dispatch allows on any thread.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
