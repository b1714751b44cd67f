// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// The number of a client's connection.
package typealias ConnectionID = UInt64

/// All requests and connections of a client as a value without I/O: its inputs are events and the
/// time, its results are actions, completions and bytes for the sockets.
///
/// A request waits, is on a connection, or waits for a new provider token; it ends with exactly one
/// completion and is then removed. Events for requests and connections that no longer exist are
/// legal and ignored, because they may have been on their way when the request or connection ended.
///
/// `Caller` represents the code that waits for an outcome; the pool only returns it.
package struct PushPool<Caller: Sendable>: Sendable {
    /// The limits and messages of a client.
    package struct Settings: Sendable {
        package var connectionCountMax = 1
        package var streamCountMax = 1000
        package var waitingCountMax = 10_000
        /// Whether requests have a provider token; otherwise the client uses a certificate.
        package var usesTokens = true
        /// The `:authority` of requests.
        package var authority = ""
        /// The identifier of each connection's first stream, odd; tests start near the last one.
        package var firstStreamID: UInt32 = 1
        /// The host and port, for messages.
        package var place = ""
        package var requestDeadline: Duration = .seconds(15)
        package var connectTimeout: Duration = .seconds(10)
        package var idlePingInterval: Duration = .seconds(3600)
        package var pingTimeout: Duration = .seconds(10)

        package init() {}
    }

    /// A provider token as a header value; the number distinguishes tokens.
    package struct Credential: Hashable, Sendable {
        package let authorization: String
        package let number: UInt32

        package init(authorization: String, number: UInt32) {
            self.authorization = authorization
            self.number = number
        }
    }

    package enum Action: Hashable, Sendable {
        case open(ConnectionID)
        /// Write the rest of the connection's output and close it; the pool has removed it.
        case close(ConnectionID)
        /// APNs reported this token as expired: request another one and report the result with
        /// ``tokenRenewed(expired:isAvailable:)``.
        case renewToken(number: UInt32)
    }

    /// The caller, the outcome of its request, and the time since submission. A tuple, because its
    /// parts can be moved out without copying.
    package typealias Completion = (caller: Caller, outcome: EngineOutcome, nanoseconds: Int64)

    /// One connection and its timers.
    struct Member: Sendable {
        let id: ConnectionID
        var connection: PushConnection
        /// When the connection has to be ready; `nil` once it is.
        var connectDue: EngineTime?
        var idleDue: EngineTime?
        /// When the response to the PING of this number is due.
        var pingDue: (time: EngineTime, number: UInt64)?
        /// Whether the socket is writable.
        var isWritable = false
    }

    /// The most connections that accept no new requests but still wait for responses.
    static var drainingCountMax: Int { 8 }
    /// The number of consecutive connections without a single response after which waiting requests
    /// fail.
    static var responselessCountMax: Int { 2 }
    /// The least number of waiting requests that are sent together on one connection: a write and a
    /// read on each of many connections cost more than a slightly uneven distribution.
    static var shareMin: Int { 64 }
    /// How often a request that was provably not processed is sent again without progress: its
    /// stream was refused, or its connection ended without any response.
    static var repeatCountMax: UInt8 { 3 }
    /// The delay after a failed connection attempt; it doubles with each failure, up to the
    /// maximum. Apple treats frequent connecting as an attack.
    static var reconnectDelay: Duration { .milliseconds(100) }
    static var reconnectDelayMax: Duration { .seconds(10) }

    package let settings: Settings
    package internal(set) var actions: [Action] = []
    package internal(set) var completions = FIFOQueue<Completion>()
    var table = RequestTable<Caller>()
    var queue = WaitingQueue<RequestTable<Caller>.Ticket>()
    var waitingCount = 0
    var connections: [Member] = []
    var nextConnectionID: ConnectionID = 1
    var now = EngineTime(nanoseconds: 0)
    /// The number of consecutive connections that ended without a response.
    var responselessCount = 0
    /// The number of consecutive connections that could not be opened.
    var failureCount = 0
    /// The time before which no connection is attempted.
    var reconnectDue: EngineTime?
    var renewingNumbers: Set<UInt32> = []
    /// The last bytes of connections that are being closed, until they are taken.
    var finalOutputs: [ConnectionID: [UInt8]] = [:]
    package internal(set) var isShuttingDown = false

    package init(settings: Settings) { self.settings = settings }

    /// The number of requests without an outcome.
    package var requestCount: Int { table.count }

    /// The number of connections that accept requests or are being opened.
    package var connectionCount: Int { count { $0.phase != .draining } }

    /// The number of connections that are ready for requests.
    package var readyConnectionCount: Int { count { $0.phase == .open } }

    /// Whether the client is shut down and has no requests or connections left.
    package var isFinished: Bool { isShuttingDown && table.count == 0 && connections.isEmpty }

    /// Whether ``dispatch(_:)`` would send something.
    package var wantsDispatch: Bool {
        waitingCount > 0 && has { $0.capacity > 0 }
    }

    package var hasActions: Bool { !actions.isEmpty }

    /// Returns the pending actions and removes them.
    package mutating func takeActions() -> [Action] {
        guard !actions.isEmpty else { return [] }
        defer { actions = [] }
        return actions
    }

    /// Exchanges the completions for an empty batch, whose storage is reused.
    package mutating func takeCompletions(_ used: inout FIFOQueue<Completion>) {
        swap(&used, &completions)
    }

    // A connection is large. These functions access each one in place; iterating would copy it.

    func index(of id: ConnectionID) -> Int? {
        for index in connections.indices where connections[index].id == id { return index }
        return nil
    }

    func has(_ isMeant: (borrowing PushConnection) -> Bool) -> Bool {
        for index in connections.indices where isMeant(connections[index].connection) {
            return true
        }
        return false
    }

    func count(_ isMeant: (borrowing PushConnection) -> Bool) -> Int {
        var count = 0
        for index in connections.indices where isMeant(connections[index].connection) { count += 1 }
        return count
    }
}
