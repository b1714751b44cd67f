// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The open streams of a connection, in reusable slots.
///
/// A slot stays valid until its stream is removed. The properties of a stream are read and changed
/// in place. A dictionary of streams would copy the stream for each property that is read.
struct StreamSlots: Sendable {
    typealias Slot = Int

    private var slots: [ServerStream] = []
    private var free: [Slot] = []
    private var slotOfID: [StreamID: Slot] = [:]

    var count: Int { slotOfID.count }
    var isEmpty: Bool { slotOfID.isEmpty }

    /// The identifiers and slots of all streams, in any order.
    var all: [(id: StreamID, slot: Slot)] { slotOfID.map { ($0, $1) } }

    func slot(of id: StreamID) -> Slot? { slotOfID[id] }

    /// Accesses the stream in a slot that ``slot(of:)`` returned.
    subscript(slot: Slot) -> ServerStream {
        get { slots[slot] }
        _modify { yield &slots[slot] }
    }

    mutating func insert(_ stream: consuming ServerStream, id: StreamID) {
        if let slot = free.popLast() {
            slots[slot] = stream
            slotOfID[id] = slot
        } else {
            slotOfID[id] = slots.count
            slots.append(stream)
        }
    }

    /// Removes a stream, and returns it.
    mutating func remove(_ id: StreamID) -> ServerStream? {
        guard let slot = slotOfID.removeValue(forKey: id) else { return nil }
        var stream = ServerStream.closed
        swap(&stream, &slots[slot])
        free.append(slot)
        return stream
    }

    /// Returns the earliest deadline among the streams that satisfy a condition.
    func firstDeadline(where isIncluded: (borrowing ServerStream) -> Bool) -> Duration? {
        var first: Duration?
        for slot in slotOfID.values where isIncluded(slots[slot]) {
            guard let deadline = slots[slot].deadline else { continue }
            first = min(first ?? deadline, deadline)
        }
        return first
    }

    mutating func removeAll() { self = StreamSlots() }
}
