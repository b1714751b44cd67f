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
/// One client serves one team in one environment. Keep the client for the lifetime of the process,
/// because APNs treats frequent reconnecting as an attack. The first request opens the connection;
/// if the connection is lost, the client connects again when necessary. A client is safe to use
/// from any task.
public final class APNSClient: Sendable {
    let checksPayloadSize: Bool
    let transport: ClientTransport
    private let eventLoop: any EventLoop
    let tracing: SendTracing?

    /// Makes a client; it connects when the first request is sent.
    ///
    /// - Parameters:
    ///   - eventLoopGroup: the group must outlive the client; all connections of the client run on
    ///     one event loop of the group.
    ///   - time: the clock for the age of provider tokens and for deadlines.
    ///   - logger: receives fixed messages at debug level, without tokens or message text; `nil`
    ///     turns logging off.
    public init(
        configuration: Configuration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        time: TimeSource = .system, logger: Logger? = nil
    ) {
        checksPayloadSize = configuration.checksPayloadSize
        eventLoop = eventLoopGroup.next()
        tracing = SendTracing(endpoint: configuration.endpoint)
        transport = ClientTransport(
            configuration: configuration, eventLoop: eventLoop, time: time, logger: logger)
    }

    /// Closes all connections and releases the resources of a client that was not shut down.
    deinit { transport.abandon() }

    /// Sends one notification and waits for its outcome, for at most
    /// ``Configuration/requestDeadline``.
    ///
    /// A request that APNs provably did not process is sent again with the same headers, at most
    /// three times. An attempt does not count if its connection had returned responses to other
    /// requests before it ended. This happens, for instance, when the last stream of a GOAWAY
    /// precedes the request's stream. A request whose provider token had expired is sent once more,
    /// with a new token on a new connection. Any other retry is the caller's decision.
    ///
    /// Cancelling the task ends the wait immediately with ``PushOutcome/unknown(_:)``, which states
    /// whether the request had been written; no `CancellationError` is thrown.
    ///
    /// - Throws: `PushRequestError` when the request is invalid, ``APNSClientError/closed`` after
    ///   ``shutdown()``; nothing else.
    public nonisolated(nonsending) func send(_ request: PushRequest) async throws -> PushOutcome {
        try Self.check(request, checksPayloadSize: checksPayloadSize)
        guard let tracing else { return try await carry(request) }
        return try await tracing.send(request) { try await carry(request) }
    }

    private nonisolated(nonsending) func carry(
        _ request: PushRequest
    ) async throws -> PushOutcome {
        switch await transport.send(.push(request)) {
        case .response(let response): return PushOutcome(response)
        case .unknown(let unknown): return .unknown(unknown)
        case .closed: throw APNSClientError.closed
        }
    }

    /// Opens connections in advance, until `count` of them are ready for requests; at most
    /// ``Configuration/maxConnections``.
    ///
    /// - Throws: ``APNSClientError/notConnected(_:)`` with the cause when a connection cannot be
    ///   opened.
    public func connect(_ count: Int = 1) async throws(APNSClientError) {
        if let cause = await transport.warmUp(count) { throw .notConnected(cause) }
    }

    /// An executor that runs tasks on the client's own event loop.
    ///
    /// Outcomes are delivered on that loop, so a task that prefers this executor
    /// (`withTaskExecutorPreference`) continues without a change of thread. A change of thread
    /// costs more than all other work of a send. A task on this executor must never block, because
    /// the client's connections cannot proceed while a task blocks the loop.
    public var taskExecutor: any TaskExecutor { EventLoopExecutor(eventLoop: eventLoop) }

    /// Stops accepting requests, waits for the outcomes of all pending requests (each within its
    /// deadline), sends GOAWAY and closes the connections. A second call waits for the same
    /// shutdown.
    public func shutdown() async { await transport.shutdown() }

    static func check(
        _ request: PushRequest, checksPayloadSize: Bool
    ) throws(PushRequestError) {
        guard !checksPayloadSize else { return try request.validate() }
        guard Topic.isPlausible(request.topic.text) else { throw .badTopic(request.topic.text) }
    }
}
