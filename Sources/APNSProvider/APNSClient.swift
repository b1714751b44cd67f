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
    let checksPayloadSize: Bool
    let transport: ClientTransport
    private let eventLoop: any EventLoop
    let tracing: SendTracing?

    /// Makes a client; it connects when the first request is sent.
    ///
    /// - Parameters:
    ///   - eventLoopGroup: one of its event loops carries all connections of the client; it must
    ///     outlive the client.
    ///   - time: says how old a provider token is and times the deadlines.
    ///   - logger: gets constant messages at debug level, without tokens or message text; `nil` for
    ///     none.
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

    /// A client that was not shut down drops its connections and leaves nothing behind.
    deinit { transport.abandon() }

    /// Sends one notification and waits for what became of it, at most for
    /// ``Configuration/requestDeadline``.
    ///
    /// A request that APNs provably did not process is sent again with the same headers: refused
    /// ones three times at most, those above the last stream of a GOAWAY as long as connections get
    /// anything done. One whose provider token had expired is sent once more, with a new token on a
    /// new connection. Everything else is for the caller to decide.
    ///
    /// Cancelling the task ends the wait at once with ``PushOutcome/unknown(_:)``, which tells
    /// whether the request had been written; no `CancellationError` is thrown.
    ///
    /// - Throws: `PushRequestError` when the request cannot be made, ``APNSClientError/closed``
    ///   after ``shutdown()``; nothing else.
    public nonisolated(nonsending) func send(_ request: PushRequest) async throws -> PushOutcome {
        try Self.check(request, checksPayloadSize: checksPayloadSize)
        guard let tracing else { return try await carry(request) }
        return try await tracing.send(request) { try await carry(request) }
    }

    private nonisolated(nonsending) func carry(
        _ request: PushRequest
    ) async throws -> PushOutcome {
        switch await transport.send(.push(request)) {
        case .answered(let answer): return PushOutcome(answer)
        case .unknown(let unknown): return .unknown(unknown)
        case .closed: throw APNSClientError.closed
        }
    }

    /// Connects ahead of a burst: opens connections until there are `count` that are ready for
    /// requests, at most ``Configuration/maxConnections``.
    ///
    /// - Throws: ``APNSClientError/notConnected(_:)`` with what went wrong when one of them cannot
    ///   be made.
    public func connect(_ count: Int = 1) async throws(APNSClientError) {
        if let cause = await transport.warmUp(count) { throw .notConnected(cause) }
    }

    /// Runs tasks on the client's own event loop.
    ///
    /// Outcomes come on that loop, so a task that prefers it (`withTaskExecutorPreference`) goes on
    /// without a change of thread, which costs more than the rest of a send. Such tasks must never
    /// block: the client's connections wait meanwhile.
    public var taskExecutor: any TaskExecutor { EventLoopExecutor(eventLoop: eventLoop) }

    /// Takes no more requests, waits until those under way have their outcome (each within its
    /// deadline), says GOAWAY and closes. Calling it again waits for the same end.
    public func shutdown() async { await transport.shutdown() }

    static func check(
        _ request: PushRequest, checksPayloadSize: Bool
    ) throws(PushRequestError) {
        guard !checksPayloadSize else { return try request.validate() }
        guard Topic.isPlausible(request.topic.text) else { throw .badTopic(request.topic.text) }
    }
}
