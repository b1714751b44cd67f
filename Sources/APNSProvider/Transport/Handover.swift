// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Many values on their way from one thread to another, so that they are moved and never copied: a
/// queue that two threads hold for a moment would be copied by the first who takes something out.
///
/// Unchecked, because the compiler cannot see the order: it is filled before it is handed over, in
/// `init`, and emptied once, by whoever it was handed to. In between lies a lock (the mailbox's or
/// the receiver's) or the resumption of a task, so the two never meet.
final class Handover<Element: Sendable>: @unchecked Sendable {
    private var elements = Deque<Element>()

    /// Takes everything out of `source`.
    init(emptying source: inout Deque<Element>) { swap(&elements, &source) }

    /// Hands everything over, once.
    func take(into empty: inout Deque<Element>) { swap(&elements, &empty) }
}
