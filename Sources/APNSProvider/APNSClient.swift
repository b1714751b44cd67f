// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Logging
public import NIOCore
public import NIOPosix

/// Sends notifications to APNs.
///
/// ```swift
/// let client = APNSClient(
///     configuration: .init(endpoint: .apple(.production), authentication: .providerToken(source)))
/// switch try await client.send(request) {
/// case .accepted(let acceptance): …
/// case .rejected(let rejection): …
/// case .unknown(let unknown): …
/// }
/// await client.shutdown()
/// ```
///
/// One client serves one team in one environment; keep it for as long as the process runs, because
/// APNs takes frequent connecting for an attack. The connection is opened by the first request and
/// again when it was lost. Safe to use from any task.
public final class APNSClient: Sendable {
    private let checksPayloadSize: Bool
    private let transport: any PushTransport

    /// Makes a client; it connects when the first request is sent.
    ///
    /// - Parameters:
    ///   - eventLoopGroup: whose threads do the work; it must outlive the client.
    ///   - time: says how old a provider token is and times the deadlines.
    ///   - logger: gets constant messages at debug level, without tokens or message text; `nil` for
    ///     none.
    public init(
        configuration: Configuration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        time: TimeSource = .system, logger: Logger? = nil
    ) {
        checksPayloadSize = configuration.checksPayloadSize
        transport = HTTP2Transport(
            configuration: configuration, eventLoop: eventLoopGroup.next(), time: time,
            logger: logger)
    }

    /// For a transport of the tests' own.
    package init(transport: any PushTransport, checksPayloadSize: Bool = true) {
        self.checksPayloadSize = checksPayloadSize
        self.transport = transport
    }

    /// A client that was not shut down drops its connections and leaves nothing behind.
    deinit { transport.abandon() }

    /// Sends one notification and waits for what became of it, at most for
    /// ``Configuration/requestDeadline``.
    ///
    /// A request that APNs provably did not process (refused, or above the last stream of a GOAWAY)
    /// is sent once more with the same headers, as is one whose provider token had expired, with a
    /// new token on a new connection. Everything else is for the caller to decide.
    ///
    /// Cancelling the task ends the wait at once with ``PushOutcome/unknown(_:)``, which tells
    /// whether the request had been written; no `CancellationError` is thrown.
    ///
    /// - Throws: `PushRequestError` when the request cannot be made, ``APNSClientError/closed``
    ///   after ``shutdown()``; nothing else.
    public func send(_ request: PushRequest) async throws -> PushOutcome {
        try check(request)
        return try await transport.send(request)
    }

    /// Takes no more requests, waits until those under way have their outcome (each within its
    /// deadline), says GOAWAY and closes. Calling it again waits for the same end.
    public func shutdown() async { await transport.shutdown() }

    private func check(_ request: PushRequest) throws(PushRequestError) {
        guard Topic.isPlausible(request.topic.text) else { throw .badTopic(request.topic.text) }
        if checksPayloadSize { try request.validate() }
    }
}
