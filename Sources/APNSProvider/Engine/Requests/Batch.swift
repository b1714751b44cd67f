// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Values that gather and are then taken out in the same order.
///
/// They are moved in and moved out. A deque copies what is appended to it, and a request has a
/// dozen references to be counted. Its storage is filled again once everything was taken.
package struct Batch<Element> {
    /// Beyond ``end`` and before ``first`` there is only `nil`.
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

    /// Takes the oldest one out.
    package mutating func popFirst() -> Element? {
        guard first < end else { return nil }
        let element = elements[first].take()
        first += 1
        if first == end { (first, end) = (0, 0) }
        return element
    }

    /// Takes everything out of another one.
    package mutating func append(allOf other: inout Batch) {
        if isEmpty { return swap(&self, &other) }
        while let element = other.popFirst() { append(element) }
    }

    package mutating func removeAll() { while popFirst() != nil {} }
}

extension Batch: Sendable where Element: Sendable {}
