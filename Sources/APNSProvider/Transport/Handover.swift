// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization

/// Many values on their way from one thread to another, so that they are moved and never copied: a
/// queue that two threads hold for a moment would be copied by the first who takes something out.
final class Handover<Element: Sendable>: Sendable {
    private let elements: Mutex<Deque<Element>>

    /// Takes everything out of `source`.
    init(emptying source: inout Deque<Element>) {
        var all = Deque<Element>()
        swap(&all, &source)
        elements = Mutex(all)
    }

    /// Hands everything over, once.
    func take(into empty: inout Deque<Element>) { elements.withLock { swap(&$0, &empty) } }
}
