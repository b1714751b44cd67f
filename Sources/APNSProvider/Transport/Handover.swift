// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Many values on their way from one thread to another, so that they are moved and never copied: a
/// batch that two threads hold for a moment would be copied by the first who takes something out.
final class Handover<Element: Sendable>: Sendable {
    private let elements: Mutex<Batch<Element>>

    /// Takes everything out of `source`.
    init(emptying source: inout Batch<Element>) {
        var all = Batch<Element>()
        swap(&all, &source)
        elements = Mutex(all)
    }

    /// Hands everything over, once.
    func take(into empty: inout Batch<Element>) { elements.withLock { swap(&$0, &empty) } }
}
