// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The outcomes of a bulk send whose requests come from an asynchronous source; see
/// ``APNSClient/send(contentsOf:inFlightMax:)->AsyncPushResults<ID>``. The sequence can be iterated
/// only once.
public struct AsyncPushResults<ID: Sendable>: AsyncSequence {
    let queue: AsyncPushQueue<ID>
    let session: BulkSession

    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue, session: session) }

    public struct Iterator: AsyncIteratorProtocol {
        private let queue: AsyncPushQueue<ID>
        private var session: BulkSession
        private var names: [ID?] = []
        private var isExhausted = false
        private var unsendable: PushResult<ID>?

        init(queue: AsyncPushQueue<ID>, session: BulkSession) {
            self.queue = queue
            self.session = session
            // A request that arrives while others are pending must not wait for the outcomes of the
            // others.
            queue.setListener { [receiver = session.receiver] in receiver.poke() }
        }

        /// Returns the next result; `nil` after the last.
        ///
        /// - Throws: ``APNSClientError/closed`` after ``APNSClient/shutdown()``,
        ///   `CancellationError`, and any error that the source of the requests throws. After an
        ///   error, the outcomes of pending requests are not reported.
        public mutating func next() async throws -> PushResult<ID>? {
            while true {
                if !isExhausted, session.hasRoom { try await offerMore() }
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

        /// Takes the requests that the source has at the moment, and sends them. Waits for the
        /// source only when no request is pending.
        private mutating func offerMore() async throws {
            taking: while session.hasRoom, unsendable == nil {
                switch try await queue.next(waits: session.isIdle) {
                case .push(let push):
                    switch session.offer(push.request) {
                    case .taken(let tag):
                        if tag == names.count {
                            names.append(push.id)
                        } else {
                            names[tag] = push.id
                        }
                    case .refused(let error):
                        unsendable = PushResult(id: push.id, result: .failure(error))
                    }
                case .nothingYet: break taking
                case .end:
                    isExhausted = true
                    break taking
                }
            }
            session.post()
        }
    }
}
