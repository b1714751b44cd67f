// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// The number of a connection of a client.
package typealias ConnectionID = UInt64

/// All requests and connections of a client as a value: events and the time go in; actions,
/// completions and bytes for the sockets come out.
///
/// A request waits, is on a connection, or waits for a new provider token; it ends with exactly one
/// completion and is forgotten. Events for requests and connections that are not known any more are
/// legal and do nothing: they were under way when the other side decided.
///
/// `Caller` is whoever waits for an outcome; the pool only hands it back.
package struct PushPool<Caller: Sendable>: Sendable {
    /// The limits and words of a client.
    package struct Settings: Sendable {
        package var connectionCountMax = 1
        package var streamCountMax = 1000
        package var waitingCountMax = 10_000
        /// Whether requests carry a provider token; else a certificate speaks for them.
        package var usesTokens = true
        /// The `:authority` of requests.
        package var authority = ""
        /// The number of each connection's first stream, odd; tests begin near the last one.
        package var firstStreamID: UInt32 = 1
        /// Host and port, for messages.
        package var place = ""
        package var requestDeadline: Duration = .seconds(15)
        package var connectTimeout: Duration = .seconds(10)
        package var idlePingInterval: Duration = .seconds(3600)
        package var pingTimeout: Duration = .seconds(10)

        package init() {}
    }

    /// A provider token as a header value; the number tells tokens apart.
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
        /// Write what is left of its output, and close; the connection is forgotten here.
        case close(ConnectionID)
        /// APNs called this token expired: ask for another and report with
        /// ``tokenRenewed(expired:isAvailable:)``.
        case renewToken(number: UInt32)
    }

    /// Who waited, what came of the request, and how long it took from submission. A tuple, because
    /// one can be taken apart without copying.
    package typealias Completion = (caller: Caller, outcome: EngineOutcome, nanoseconds: Int64)

    /// One connection and its timers.
    struct Member: Sendable {
        let id: ConnectionID
        var connection: PushConnection
        /// Until when it has to be ready; `nil` once it is.
        var connectDue: EngineTime?
        var idleDue: EngineTime?
        /// Until when the PING of this number has to be answered.
        var pingDue: (time: EngineTime, number: UInt64)?
        /// Whether the socket takes bytes.
        var isWritable = false
    }

    /// Connections that still wait for answers although they take no new requests, at most.
    static var drainingCountMax: Int { 8 }
    /// After this many connections in a row that ended without a single answer, nobody waits for a
    /// next one.
    static var barrenCountMax: Int { 2 }
    /// How many requests that wait together go out together on one connection, at least: a write
    /// and a read on each of many connections cost more than a balance that is never far off.
    static var shareMin: Int { 64 }
    /// How often a request that was provably not processed is sent again when that makes no
    /// progress: refused, or left over by a connection that answered nothing.
    static var repeatCountMax: UInt8 { 3 }
    /// How long after a connection that could not be made the next one is tried; doubles with each
    /// up to the maximum. Apple takes frequent connecting for an attack.
    static var reconnectDelay: Duration { .milliseconds(100) }
    static var reconnectDelayMax: Duration { .seconds(10) }

    package let settings: Settings
    package internal(set) var actions: [Action] = []
    package internal(set) var completions = Batch<Completion>()
    var table = RequestTable<Caller>()
    var queue = WaitingQueue<RequestTable<Caller>.Ticket>()
    var waitingCount = 0
    var members: [Member] = []
    var nextConnectionID: ConnectionID = 1
    var now = EngineTime(nanoseconds: 0)
    /// Connections in a row that ended without an answer.
    var barrenCount = 0
    /// Connections in a row that could not be made.
    var failureCount = 0
    /// Before this no connection is tried.
    var reconnectDue: EngineTime?
    var renewingNumbers: Set<UInt32> = []
    /// The last bytes of connections that are being closed, until they are taken.
    var farewells: [ConnectionID: [UInt8]] = [:]
    package internal(set) var isShuttingDown = false

    package init(settings: Settings) { self.settings = settings }

    /// How many requests have no outcome yet.
    package var requestCount: Int { table.count }

    /// How many connections take requests or are about to.
    package var connectionCount: Int { count { $0.phase != .draining } }

    /// How many connections are ready for requests.
    package var readyConnectionCount: Int { count { $0.phase == .open } }

    /// Whether the client is closed and nothing is left.
    package var isFinished: Bool { isShuttingDown && table.count == 0 && members.isEmpty }

    /// Whether ``dispatch(_:)`` would send something.
    package var wantsDispatch: Bool {
        waitingCount > 0 && has { $0.capacity > 0 }
    }

    package var hasActions: Bool { !actions.isEmpty }

    /// Hands over what is to be done, once.
    package mutating func takeActions() -> [Action] {
        guard !actions.isEmpty else { return [] }
        defer { actions = [] }
        return actions
    }

    /// Hands over what has ended, once; `used` is an empty batch to be filled again.
    package mutating func takeCompletions(_ used: inout Batch<Completion>) {
        swap(&used, &completions)
    }

    // A connection is large. These look at each where it stands; iterating would copy it.

    func index(of id: ConnectionID) -> Int? {
        for index in members.indices where members[index].id == id { return index }
        return nil
    }

    func has(_ isMeant: (borrowing PushConnection) -> Bool) -> Bool {
        for index in members.indices where isMeant(members[index].connection) { return true }
        return false
    }

    func count(_ isMeant: (borrowing PushConnection) -> Bool) -> Int {
        var count = 0
        for index in members.indices where isMeant(members[index].connection) { count += 1 }
        return count
    }
}
