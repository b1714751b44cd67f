// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension APNSClient {
    /// Sends one broadcast to all subscribers of a channel and waits for its outcome, for at most
    /// ``Configuration/requestDeadline``.
    ///
    /// The broadcast is sent to the same hosts and over the same connections as notifications, and
    /// is retried and cancelled in the same way: see ``send(_:)-(PushRequest)``. A client with the
    /// endpoint ``Endpoint/appleBroadcasts(_:)`` uses Apple's other host name. Channels are created
    /// with ``APNSChannelClient``.
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
    /// - Throws: `PushRequestError` when the request is invalid, for instance when the body is
    ///   longer than 5120 bytes and ``Configuration/checksPayloadSize`` is `true`;
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
        case .response(let response): return BroadcastOutcome(response)
        case .unknown(let unknown): return .unknown(unknown)
        case .closed: throw APNSClientError.closed
        }
    }
}
