// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where the requests of a bulk send come from.
struct PushSource<ID: Sendable> {
    private enum Kind {
        case sequence(() -> IdentifiedPush<ID>?)
        case asynchronous(AsyncPushQueue<ID>)
    }

    private let kind: Kind
    private(set) var isExhausted = false

    init<S: Sequence>(_ sequence: S) where S.Element == IdentifiedPush<ID> {
        var iterator = sequence.makeIterator()
        kind = .sequence { iterator.next() }
    }

    init<S: AsyncSequence & Sendable>(_ sequence: S, capacity: Int)
    where S.Element == IdentifiedPush<ID> {
        kind = .asynchronous(AsyncPushQueue(sequence, capacity: capacity))
    }

    /// Whether asking for the next request may take time.
    var mayWait: Bool { if case .asynchronous = kind { true } else { false } }

    /// The next request. An asynchronous source that has none at the moment is waited for only when
    /// nothing else is to be done.
    mutating func next(haveInFlight: Bool) async throws -> IdentifiedPush<ID>? {
        switch kind {
        case .sequence(let next):
            let push = next()
            isExhausted = push == nil
            return push
        case .asynchronous(let queue):
            switch try await queue.next(waits: !haveInFlight) {
            case .push(let push): return push
            case .nothingYet: return nil
            case .end:
                isExhausted = true
                return nil
            }
        }
    }
}
