// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A type whose `init()` without parameters makes a value in which nothing is set.
protocol Emptiable: Hashable, Sendable {
    init()
}

/// Fields that few payloads have, stored separately so that a payload without them is small and
/// cheap to copy.
///
/// The array is empty until a field is set; then it has one element. The array serves only as
/// copy-on-write storage on the heap.
struct Rare<Fields: Emptiable>: Hashable, Sendable {
    private var storage: [Fields] = []

    init() {}

    /// Whether no field was ever set. If `false`, the fields may still all be empty.
    var isEmpty: Bool { storage.isEmpty }

    var value: Fields {
        get { storage.first ?? Fields() }
        set {
            if storage.isEmpty {
                if newValue != Fields() { storage = [newValue] }
            } else {
                storage[0] = newValue
            }
        }
    }

    static func == (a: Rare, b: Rare) -> Bool {
        a.isEmpty && b.isEmpty || a.value == b.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
