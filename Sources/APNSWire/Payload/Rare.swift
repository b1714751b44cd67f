// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A type whose plain `init()` means that nothing is set.
protocol Emptiable: Hashable, Sendable {
    init()
}

/// Fields that few payloads have, kept apart so that a payload without them is small and cheap to
/// copy.
///
/// The array has one element once a field was set, and none before: it brings storage on the heap
/// that is copied when it is written, and nothing else.
struct Rare<Fields: Emptiable>: Hashable, Sendable {
    private var storage: [Fields] = []

    init() {}

    /// Whether nothing was ever set. Fields may all be empty although this is `false`.
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
