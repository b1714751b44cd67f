// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension APNSClient {
    /// Sends one broadcast to everybody who follows a channel and waits for what became of it, at
    /// most for ``Configuration/requestDeadline``.
    ///
    /// It goes to the same hosts as notifications, over the same connections, and is repeated and
    /// cancelled as they are: see ``send(_:)-(PushRequest)``. A client of
    /// ``Endpoint/appleBroadcasts(_:)`` uses Apple's other name for them. Channels are made by
    /// ``APNSChannelClient``.
    ///
    /// ```swift
    /// let update = BroadcastRequest(
    ///     channelID: channel, payload: score, bundleID: "com.example.app")
    /// switch try await client.send(update) {
    /// case .accepted(let requestID): …
    /// case .rejected(let rejection): …
    /// case .unknown(let unknown): …
    /// }
    /// ```
    ///
    /// - Throws: `PushRequestError` when the request cannot be made, among others when the body is
    ///   longer than 5120 bytes and ``Configuration/checksPayloadSize`` is on;
    ///   ``APNSClientError/closed`` after ``shutdown()``; nothing else.
    public func send(_ broadcast: BroadcastRequest) async throws -> BroadcastOutcome {
        try broadcast.validate(checksSize: checksPayloadSize)
        let call = EngineRequest.call(EngineCall(broadcast))
        let outcome: EngineOutcome
        if let tracing {
            outcome = await tracing.call(
                "APNs broadcast", topic: broadcast.bundleID, pushType: broadcast.pushType
            ) { await transport.send(call) }
        } else {
            outcome = await transport.send(call)
        }
        switch outcome {
        case .answered(let answer): return BroadcastOutcome(answer)
        case .unknown(let unknown): return .unknown(unknown)
        case .closed: throw APNSClientError.closed
        }
    }
}
