// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The requests on one connection, in reusable slots that are found by stream identifier without
/// hashing.
///
/// Stream identifiers are 1, 3, 5 …, so the last few thousand fit into a ring of slot numbers. A
/// stream that is still open when its position in the ring is needed again moves to a dictionary of
/// stragglers, which is empty unless a response takes much longer than thousands of others.
struct StreamTable: Sendable {
    typealias Slot = Int32

    private(set) var flights: [Flight] = []
    private var free: [Slot] = []
    private var ring: [Slot]
    private let mask: Int
    private var stragglers: [StreamID: Slot] = [:]
    private(set) var count = 0

    /// - Parameter countMax: the maximum number of open streams; determines the size of the ring.
    init(countMax: Int) {
        var size = 64
        while size < 2 * countMax, size < 1 << 16 { size *= 2 }
        ring = [Slot](repeating: -1, count: size)
        mask = size - 1
    }

    subscript(slot: Slot) -> Flight {
        get { flights[Int(slot)] }
        _modify { yield &flights[Int(slot)] }
    }

    mutating func insert(_ flight: consuming Flight) -> Slot {
        let streamID = flight.streamID
        let slot: Slot
        if let last = free.popLast() {
            slot = last
            flights[Int(slot)] = flight
        } else {
            slot = Slot(flights.count)
            flights.append(flight)
        }
        let position = Int(streamID >> 1) & mask
        let older = ring[position]
        if older >= 0 { stragglers[flights[Int(older)].streamID] = older }
        ring[position] = slot
        count += 1
        return slot
    }

    /// Returns the slot of an open stream.
    func slot(of streamID: StreamID) -> Slot? {
        let slot = ring[Int(streamID >> 1) & mask]
        if slot >= 0, flights[Int(slot)].streamID == streamID { return slot }
        guard !stragglers.isEmpty else { return nil }
        return stragglers[streamID]
    }

    mutating func remove(_ slot: Slot) {
        let streamID = flights[Int(slot)].streamID
        let position = Int(streamID >> 1) & mask
        if ring[position] == slot { ring[position] = -1 } else { stragglers[streamID] = nil }
        flights[Int(slot)].close()
        if !Bug.is(.slotsLeak) { free.append(slot) }
        count -= 1
    }

    /// The slots of all open streams, in order from the oldest to the newest.
    var open: [Slot] {
        flights.indices.filter { flights[$0].isOpen }
            .sorted { flights[$0].streamID < flights[$1].streamID }
            .map { Slot($0) }
    }
}

/// A request that is being sent or waits for its response.
struct Flight: Sendable {
    /// The key of the request's entry in the pool's table.
    var request: RequestKey
    var streamID: StreamID
    /// The stream's flow-control window; negative after the server has lowered INITIAL_WINDOW_SIZE.
    var sendWindow: Int
    /// The connection's ``PushConnection/readCount`` when the request was written.
    var readCountAtStart: UInt64
    /// The offset of the request's end in the whole output of the connection; `.max` while a part
    /// of the request's body waits for a window.
    var endOffset: UInt64
    /// The number that identifies the provider token with which the request was sent.
    var tokenNumber: UInt32
    /// The maximum number of bytes of the response's body that are stored.
    var responseByteCountMax: Int32
    var isOpen = true
    /// The incomplete response: its header section and the received part of its body.
    var response: EngineResponse?
    /// The number of response bytes received since the last WINDOW_UPDATE for the stream.
    var unacknowledgedByteCount: Int32 = 0

    mutating func close() {
        isOpen = false
        streamID = 0
        response = nil
    }
}
