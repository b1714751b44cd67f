// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Passes many values from one thread to another without copying them. If two threads shared a
/// queue, even briefly, removing the first value would copy the whole queue.
final class Handover<Element: Sendable>: Sendable {
    private let elements: Mutex<FIFOQueue<Element>>

    /// Moves everything out of `source`.
    init(emptying source: inout FIFOQueue<Element>) {
        var all = FIFOQueue<Element>()
        swap(&all, &source)
        elements = Mutex(all)
    }

    /// Moves all values into an empty queue.
    func take(into empty: inout FIFOQueue<Element>) { elements.withLock { swap(&$0, &empty) } }
}
