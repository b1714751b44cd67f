// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A queue of values that are collected and then taken out in the same order.
///
/// Values are moved in and out. A deque would copy each appended value, and copying a request
/// updates a dozen reference counts. The storage is reused once the queue is empty.
package struct FIFOQueue<Element> {
    /// All elements before ``first`` and from ``end`` on are `nil`.
    private var elements: [Element?] = []
    private var first = 0
    private var end = 0

    package init() {}

    package var isEmpty: Bool { first == end }

    package var count: Int { end - first }

    package mutating func append(_ element: consuming Element) {
        if end < elements.count {
            elements[end] = consume element
        } else {
            elements.append(consume element)
        }
        end += 1
    }

    /// Removes and returns the oldest value.
    package mutating func popFirst() -> Element? {
        guard first < end else { return nil }
        let element = elements[first].take()
        first += 1
        if first == end { (first, end) = (0, 0) }
        return element
    }

    /// Moves all values from another queue to the end of this one.
    package mutating func append(allOf other: inout FIFOQueue) {
        if isEmpty { return swap(&self, &other) }
        while let element = other.popFirst() { append(element) }
    }

    package mutating func removeAll() { while popFirst() != nil {} }
}

extension FIFOQueue: Sendable where Element: Sendable {}
