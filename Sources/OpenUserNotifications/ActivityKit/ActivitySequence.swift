// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A sequence of events that ActivityKit reports to an app.
///
/// In Apple's API, ``Activity`` contains a separate type for each sequence; here, these types are
/// aliases of `ActivitySequence`. Every loop over the sequence receives the current value, if any,
/// and all later values.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s; `transform` is one of this
/// module's own functions and captures only types and identifiers.
public struct ActivitySequence<Element>: AsyncSequence, @unchecked Sendable {
    private let app: any PhoneServices
    private let topic: ActivityTopic
    private let transform: (ActivityEvent) -> Element?

    init(
        _ app: any PhoneServices, _ topic: ActivityTopic,
        transform: @escaping (ActivityEvent) -> Element?
    ) {
        self.app = app
        self.topic = topic
        self.transform = transform
    }

    /// Starts to observe events.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: app.activityEvents(topic).makeAsyncIterator(), transform: transform)
    }

    /// The iterator of one loop over the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncStream<ActivityEvent>.Iterator
        let transform: (ActivityEvent) -> Element?

        /// Waits for the next element; returns `nil` when the sequence has ended.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// Waits for the next element on the caller's actor; returns `nil` when the sequence has
        /// ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let event = await base.next(isolation: actor) {
                if let element = transform(event) { return element }
            }
            return nil
        }
    }
}
