// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The requests on one connection: flat slots that are used again, found by the number of their
/// stream without hashing.
///
/// Streams are numbered 1, 3, 5 … so that the last few thousand fit into a ring of slot numbers. A
/// stream that is still open when the ring has come round is moved to a dictionary of stragglers,
/// which is empty unless an answer takes much longer than thousands of others.
struct StreamTable: Sendable {
    typealias Slot = Int32

    private(set) var flights: [Flight] = []
    private var free: [Slot] = []
    private var ring: [Slot]
    private let mask: Int
    private var stragglers: [StreamID: Slot] = [:]
    private(set) var count = 0

    /// - Parameter countMax: how many streams may be open at a time, for the size of the ring.
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
        let place = Int(streamID >> 1) & mask
        let older = ring[place]
        if older >= 0 { stragglers[flights[Int(older)].streamID] = older }
        ring[place] = slot
        count += 1
        return slot
    }

    /// The slot of an open stream.
    func slot(of streamID: StreamID) -> Slot? {
        let slot = ring[Int(streamID >> 1) & mask]
        if slot >= 0, flights[Int(slot)].streamID == streamID { return slot }
        guard !stragglers.isEmpty else { return nil }
        return stragglers[streamID]
    }

    mutating func remove(_ slot: Slot) {
        let streamID = flights[Int(slot)].streamID
        let place = Int(streamID >> 1) & mask
        if ring[place] == slot { ring[place] = -1 } else { stragglers[streamID] = nil }
        flights[Int(slot)].close()
        if !Bug.is(.slotsLeak) { free.append(slot) }
        count -= 1
    }

    /// The slots of all open streams, oldest first.
    var open: [Slot] {
        flights.indices.filter { flights[$0].isOpen }
            .sorted { flights[$0].streamID < flights[$1].streamID }
            .map { Slot($0) }
    }
}

/// A request on its way.
struct Flight: Sendable {
    /// The entry of the request in the pool's table.
    var request: RequestKey
    var streamID: StreamID
    /// How many more bytes of DATA the server takes on this stream; below zero after it has lowered
    /// INITIAL_WINDOW_SIZE.
    var sendWindow: Int
    /// How many reads the connection had had when the request went out.
    var heardCountAtStart: UInt64
    /// Where the request ends in all that was ever written on the connection; `.max` while its
    /// body waits for room.
    var endOffset: UInt64
    /// The number of the provider token it went out with.
    var tokenNumber: UInt32
    /// Longest body of the answer that is kept.
    var answerByteCountMax: Int32
    var isOpen = true
    /// The answer's header section, and what came of its body, while more is to come.
    var answer: Answer?
    /// Bytes of the answer since the last WINDOW_UPDATE of the stream.
    var unacknowledgedByteCount: Int32 = 0

    mutating func close() {
        isOpen = false
        streamID = 0
        answer = nil
    }
}
