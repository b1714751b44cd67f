// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension APNSClient {
    /// Sends many notifications and returns the outcome of each, in the order in which the outcomes
    /// arrive.
    ///
    /// A request is taken from the sequence only when there are fewer than `inFlightMax` requests
    /// whose results have not been read. A million requests therefore need no more memory than a
    /// thousand, and the sequence may be lazy. This function is the fastest way to send, because
    /// many requests share one task switch.
    ///
    /// ```swift
    /// let pushes = rows.lazy.map { IdentifiedPush(id: $0.id, request: request(for: $0)) }
    /// for try await result in client.send(contentsOf: pushes) {
    ///     try record(result.id, result.result.get())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - pushes: the requests. The sequence is iterated once, by the task that reads the results.
    ///   - inFlightMax: the maximum number of concurrent requests, at least 1. The default of 1000
    ///     fills one connection; a client with several connections needs 1000 for each connection.
    public func send<ID, Pushes: Sequence>(
        contentsOf pushes: Pushes, inFlightMax: Int = 1000
    ) -> PushResults<Pushes, ID> where Pushes.Element == IdentifiedPush<ID> {
        PushResults(pushes: pushes, session: BulkSession(self, inFlightMax: inFlightMax))
    }

    /// Sends the notifications of an asynchronous sequence; see
    /// ``send(contentsOf:inFlightMax:)->PushResults<Pushes,ID>``. A separate task reads up to
    /// `inFlightMax` notifications in advance. The task ends when the iteration ends.
    public func send<ID, Pushes: AsyncSequence & Sendable>(
        contentsOf pushes: Pushes, inFlightMax: Int = 1000
    ) -> AsyncPushResults<ID> where Pushes.Element == IdentifiedPush<ID> {
        AsyncPushResults(
            queue: AsyncPushQueue(pushes, capacity: max(1, inFlightMax)),
            session: BulkSession(self, inFlightMax: inFlightMax))
    }
}
