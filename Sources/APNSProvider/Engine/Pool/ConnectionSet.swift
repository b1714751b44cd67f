// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The connections of a client with their timers, and the last bytes of connections that are being
/// closed.
///
/// A connection is a large value, so all functions access connections in place, by index. Iterating
/// over the connections would copy them.
struct ConnectionSet: Sendable {
    /// One connection and its timers.
    struct Member: Sendable {
        let id: ConnectionID
        var connection: PushConnection
        /// The time by which the connection must be ready; `nil` once it is ready.
        var connectDue: EngineTime?
        var idleDue: EngineTime?
        /// The time by which the response to the PING with this number must arrive.
        var pingDue: (time: EngineTime, number: UInt64)?
        /// Whether the socket is writable.
        var isWritable = false
    }

    /// The minimum number of waiting requests that are sent together on one connection.
    /// Distributing a few requests evenly would cost more, because each connection needs a write
    /// and a read.
    private static let shareMin = 64
    /// The capacity in bytes up to which an array's storage is reused.
    private static let spareByteCountMax = 2 * PushConnection.outputByteCountMax

    private var members: [Member] = []
    private var nextID: ConnectionID = 1
    /// The last bytes of connections that are being closed. They are stored until the owner takes
    /// them.
    private var finalOutputs: [ConnectionID: [UInt8]] = [:]

    subscript(index: Int) -> Member {
        @inline(__always) get { members[index] }
        @inline(__always) _modify { yield &members[index] }
    }

    var indices: Range<Int> { members.indices }

    var isEmpty: Bool { members.isEmpty }

    /// The number of connections that accept requests or are being opened.
    var activeCount: Int { count { $0.phase != .draining } }

    /// The number of connections that accept no new requests but still wait for responses.
    var drainingCount: Int { members.count - activeCount }

    /// The number of connections that are ready for requests.
    var readyCount: Int { count { $0.phase == .open } }

    var ids: [ConnectionID] { members.map(\.id) }

    func ids(where predicate: (borrowing PushConnection) -> Bool) -> [ConnectionID] {
        members.indices.filter { predicate(members[$0].connection) }.map { members[$0].id }
    }

    func id(at index: Int) -> ConnectionID { members[index].id }

    /// Returns the number of requests that may start now on a connection.
    func capacity(at index: Int) -> Int { members[index].connection.capacity }

    func index(of id: ConnectionID) -> Int? {
        for index in members.indices where members[index].id == id { return index }
        return nil
    }

    func has(_ predicate: (borrowing PushConnection) -> Bool) -> Bool {
        for index in members.indices where predicate(members[index].connection) { return true }
        return false
    }

    private func count(_ predicate: (borrowing PushConnection) -> Bool) -> Int {
        var count = 0
        for index in members.indices where predicate(members[index].connection) { count += 1 }
        return count
    }

    /// The connection with the greatest capacity (the oldest, if several have the same), and the
    /// number of requests to start on it before another connection has more capacity; at least
    /// ``shareMin``.
    var leastLoaded: (index: Int, share: Int)? {
        var best: (index: Int, capacity: Int)?
        var second = 0
        for index in members.indices {
            let capacity = members[index].connection.capacity
            guard capacity > 0 else { continue }
            guard let known = best else {
                best = (index, capacity)
                continue
            }
            if capacity > known.capacity {
                second = known.capacity
                best = (index, capacity)
            } else {
                second = max(second, capacity)
            }
        }
        return best.map { ($0.index, max(Self.shareMin, $0.capacity - second)) }
    }

    /// Adds a connection whose socket is being connected, and returns the connection's number.
    mutating func add(_ connection: PushConnection, connectDue: EngineTime) -> ConnectionID {
        let id = nextID
        nextID += 1
        members.append(Member(id: id, connection: connection, connectDue: connectDue))
        return id
    }

    mutating func remove(at index: Int) -> PushConnection { members.remove(at: index).connection }

    mutating func removeAll() { members = [] }

    // MARK: Output

    func hasOutput(_ index: Int) -> Bool {
        members[index].isWritable && members[index].connection.hasOutput
    }

    /// The connections with bytes for their sockets.
    var withOutput: [ConnectionID] {
        var ids: [ConnectionID] = []
        for index in members.indices where hasOutput(index) { ids.append(members[index].id) }
        return ids
    }

    /// Stores the output of a connection that is being closed.
    mutating func keepFinalOutput(of index: Int) {
        guard members[index].isWritable else { return }
        finalOutputs[members[index].id] = members[index].connection.output
    }

    /// Sets the last bytes of a connection that was removed; `nil` for none.
    mutating func setFinalOutput(_ bytes: [UInt8]?, of id: ConnectionID) {
        finalOutputs[id] = bytes
    }

    /// Replaces the contents of `used`, whose storage is reused, with the bytes to write to a
    /// socket.
    mutating func takeOutput(of id: ConnectionID, into used: inout [UInt8]) {
        used.removeAll(keepingCapacity: used.capacity <= Self.spareByteCountMax)
        if let index = index(of: id) {
            members[index].connection.takeOutput(&used)
        } else if let last = finalOutputs.removeValue(forKey: id) {
            used = last
        }
    }

    /// Sets those properties of a `PushPool.Load` that describe connections.
    func add<Caller>(to load: inout PushPool<Caller>.Load) {
        load.connectionCount = members.count
        load.finalOutputCount = finalOutputs.count
        for member in members {
            let connection = member.connection
            load.streamCount = max(load.streamCount, connection.openCount)
            load.streamSlotCount = max(load.streamSlotCount, connection.streams.flights.count)
            load.outputByteCount = max(load.outputByteCount, connection.output.count)
            load.partialByteCount = max(load.partialByteCount, connection.partialByteCount)
            load.blockedCount = max(load.blockedCount, connection.waitingBodyCount)
        }
    }
}
