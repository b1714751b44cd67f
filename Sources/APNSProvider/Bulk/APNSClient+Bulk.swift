// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension APNSClient {
    /// Sends many notifications and gives back what became of each, in the order in which outcomes
    /// come.
    ///
    /// At most `inFlightMax` requests are taken from the sequence ahead of the results that were
    /// asked for, so a million of them need no more memory than a thousand: the sequence may be
    /// lazy. This is the fastest way to send, because tasks change once for many requests.
    ///
    /// ```swift
    /// let pushes = rows.lazy.map { IdentifiedPush(id: $0.id, request: request(for: $0)) }
    /// for try await result in client.send(contentsOf: pushes) {
    ///     try record(result.id, result.result.get())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - pushes: iterated once, by whoever iterates the results.
    ///   - inFlightMax: at least 1; 1000 unless told otherwise, which fills one connection. A
    ///     client with several connections wants as many thousands.
    public func send<ID, Pushes: Sequence>(
        contentsOf pushes: Pushes, inFlightMax: Int = 1000
    ) -> PushResults<Pushes, ID> where Pushes.Element == IdentifiedPush<ID> {
        PushResults(pushes: pushes, session: BulkSession(self, inFlightMax: inFlightMax))
    }

    /// The same for requests that come when they come. A task takes up to `inFlightMax` of them
    /// ahead; it ends with the iteration.
    public func send<ID, Pushes: AsyncSequence & Sendable>(
        contentsOf pushes: Pushes, inFlightMax: Int = 1000
    ) -> AsyncPushResults<ID> where Pushes.Element == IdentifiedPush<ID> {
        AsyncPushResults(
            queue: AsyncPushQueue(pushes, capacity: max(1, inFlightMax)),
            session: BulkSession(self, inFlightMax: inFlightMax))
    }
}
