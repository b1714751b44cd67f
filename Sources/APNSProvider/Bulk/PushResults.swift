// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The outcomes of a bulk send in the order in which they arrive; see
/// ``APNSClient/send(contentsOf:inFlightMax:)->PushResults<Pushes,ID>``.
///
/// The consumer sets the pace: while no result is requested, no further request is taken from the
/// source. The sequence can be iterated only once.
public struct PushResults<Pushes: Sequence, ID: Sendable>: AsyncSequence
where Pushes.Element == IdentifiedPush<ID> {
    let pushes: Pushes
    let session: BulkSession

    public func makeAsyncIterator() -> Iterator {
        Iterator(pushes: pushes.makeIterator(), session: session)
    }

    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline var pushes: Pushes.Iterator
        @usableFromInline var session: BulkSession
        /// The identifiers of pending requests, by tag.
        @usableFromInline var names: [ID?] = []
        @usableFromInline var isExhausted = false
        @usableFromInline var unsendable: PushResult<ID>?

        init(pushes: Pushes.Iterator, session: BulkSession) {
            self.pushes = pushes
            self.session = session
        }

        /// Returns the next result; `nil` after the last.
        ///
        /// - Throws: ``APNSClientError/closed`` after ``APNSClient/shutdown()``, and
        ///   `CancellationError`. After an error, the outcomes of pending requests are not
        ///   reported.
        @inlinable
        public mutating func next() async throws -> PushResult<ID>? {
            while true {
                if !isExhausted, session.wantsMore { offerMore() }
                if let result = unsendable.take() { return result }
                if let (tag, outcome) = try session.next(), let name = names[tag].take() {
                    return PushResult(id: name, result: .success(outcome))
                }
                guard !session.isIdle else {
                    if isExhausted { return nil }
                    continue
                }
                try await session.wait()
            }
        }

        /// Takes requests from the source until enough requests are pending, and sends the new
        /// requests together.
        @inlinable
        mutating func offerMore() {
            while session.hasRoom, unsendable == nil {
                guard let push = pushes.next() else {
                    isExhausted = true
                    break
                }
                let id = push.id
                switch session.offer((consume push).request) {
                case .taken(let tag):
                    if tag == names.count { names.append(id) } else { names[tag] = id }
                case .refused(let error):
                    unsendable = PushResult(id: id, result: .failure(error))
                }
            }
            session.post()
        }
    }
}
