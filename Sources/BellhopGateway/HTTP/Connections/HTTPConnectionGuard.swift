// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import HummingbirdCore
public import Logging
public import NIOCore
import Synchronization

/// Keeps an HTTP server usable, however many connections clients open and however slowly they send
/// and read.
///
/// ```swift
/// let connections = HTTPConnectionGuard(logger: logger)
/// let application = Application(
///     router: makeGatewayRouter(for: gateway), server: connections.server,
///     onServerRunning: { await connections.watch($0) })
/// ```
///
/// Without this guard, a Hummingbird server waits for its clients without a time limit, and uses a
/// whole processor when no file descriptor is left.
public final class HTTPConnectionGuard: Sendable {
    private struct State {
        var table: HTTPConnectionTable
        var channels: [UInt64: any Channel] = [:]
        var lastID: UInt64 = 0
        var limitLines = LogThrottle()
        var descriptorLines = LogThrottle()
    }

    /// The number of connections that are closed when no descriptor is left.
    static let roomCount = 8

    let limits: HTTPLimits
    private let time: TimeSource
    private let logger: Logger
    private let state: Mutex<State>

    /// - Parameter logger: gets at most one warning a minute for each kind of exhaustion.
    public init(limits: HTTPLimits = .init(), time: TimeSource = .system, logger: Logger) {
        self.limits = limits
        self.time = time
        self.logger = logger
        state = Mutex(State(table: HTTPConnectionTable(limits: limits)))
    }

    /// An HTTP/1.1 server whose connections have these limits.
    public var server: HTTPServerBuilder {
        .http1(
            configuration: .init(
                additionalChannelHandlers: [HTTPConnectionHandler(self)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headByteCountMax,
                    maxHeaderListSize: limits.headByteCountMax,
                    maxHeaderFieldCount: limits.headFieldCountMax)))
    }

    /// Starts watching the socket that accepts connections; call this method when the server is
    /// running.
    public func watch(_ serverChannel: any Channel) async {
        let added = serverChannel.eventLoop.submit {
            try serverChannel.pipeline.syncOperations.addHandler(
                AcceptFailureHandler(self), position: .first)
        }
        do { try await added.get() } catch {
            logger.error(
                "failures to accept connections cannot be detected; restart the gateway",
                metadata: ["error": "\(error)"])
        }
    }

    /// The number of open connections.
    var connectionCount: Int { state.withLock { $0.table.count } }

    /// Registers a new connection and returns its identifier; `nil` if the connection has to be
    /// closed.
    func open(_ channel: any Channel, from address: ClientAddress) -> UInt64? {
        let now = time.uptime
        let (id, victim, line) = state.withLock { state -> (UInt64?, (any Channel)?, Line?) in
            state.lastID += 1
            let id = state.lastID
            switch state.table.open(id, from: address) {
            case .admitted:
                state.channels[id] = channel
                return (id, nil, nil)
            case .admittedInPlace(of: let other, let limit):
                state.channels[id] = channel
                let victim = state.channels.removeValue(forKey: other)
                return (id, victim, state.limitLines.count(at: now).map { Line(limit, $0) })
            case .refused(let limit):
                return (nil, nil, state.limitLines.count(at: now).map { Line(limit, $0) })
            }
        }
        victim?.close(promise: nil)
        if let line { log(line, address) }
        return id
    }

    func waits(_ id: UInt64) { state.withLock { $0.table.waits(id) } }

    func works(_ id: UInt64) { state.withLock { $0.table.works(id) } }

    func closed(_ id: UInt64) {
        state.withLock { state in
            state.table.close(id)
            state.channels[id] = nil
        }
    }

    /// Closes waiting connections, because a new connection could not be accepted: no descriptor is
    /// free.
    func makeRoom(because error: IOError) {
        let now = time.uptime
        let (victims, heldBack) = state.withLock { state -> ([any Channel], Int?) in
            let victims = state.table.makeRoom(for: Self.roomCount).compactMap { id in
                state.channels.removeValue(forKey: id)
            }
            return (victims, state.descriptorLines.count(at: now))
        }
        for victim in victims { victim.close(promise: nil) }
        guard let heldBack else { return }
        logger.warning(
            """
            connections cannot be accepted, because the process has too few file descriptors; \
            raise ulimit -n
            """,
            metadata: [
                "errno": "\(error.errnoCode)", "connections": "\(connectionCount)",
                "not_logged_since": "\(heldBack)",
            ])
    }

    private struct Line {
        let limit: HTTPConnectionTable.Limit
        let heldBack: Int

        init(_ limit: HTTPConnectionTable.Limit, _ heldBack: Int) {
            self.limit = limit
            self.heldBack = heldBack
        }
    }

    private func log(_ line: Line, _ address: ClientAddress) {
        let most =
            switch line.limit {
            case .connections: "\(limits.connectionsMax) connections are open"
            case .connectionsPerAddress:
                "\(limits.connectionsPerAddressMax) connections from one address are open"
            }
        logger.warning(
            "\(most), which is the maximum; the connections that have been idle longest are closed",
            metadata: ["address": "\(address)", "not_logged_since": "\(line.heldBack)"])
    }
}
