// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What ActivityKit tells an app over time.
///
/// Apple nests a type of its own for each in ``Activity``; here they are names of this one. Every
/// loop over it gets what holds now and all that happens from then on.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s; `transform` is one of this
/// module's own functions and holds nothing but types and identifiers.
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

    /// Starts to listen.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: app.activityEvents(topic).makeAsyncIterator(), transform: transform)
    }

    /// One loop over the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: AsyncStream<ActivityEvent>.Iterator
        let transform: (ActivityEvent) -> Element?

        /// Waits for the next one; nil when there will be none.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// Waits for the next one on the caller's actor; nil when there will be none.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let event = await base.next(isolation: actor) {
                if let element = transform(event) { return element }
            }
            return nil
        }
    }
}
