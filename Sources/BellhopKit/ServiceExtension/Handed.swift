// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Carries a value that Apple's SDK does not mark as `Sendable` from one owner to the next.
///
/// Proof for `@unchecked Sendable`: only these kinds of value are put in, each in one place.
/// Content is a copy that cannot change and that nobody else holds (``NotificationDraft``). A
/// content provider comes as `sending`, so its maker cannot reach it any more. The system's handler
/// is called once, by whoever takes it out under the lock of ``ServiceRun``; Apple allows that from
/// any thread. A dispatch source is cancelled by the last owner, which dispatch allows anywhere.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
