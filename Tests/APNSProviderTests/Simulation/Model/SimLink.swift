// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import HTTP2Core
import Simulation

/// A connection in the network: bytes in transit in both directions, in order.
final class SimLink {
    var server: ModelServer
    /// Pieces for the server and for the client, oldest first.
    var toServer = SimPipe()
    var toClient = SimPipe()
    var state = State.connecting
    /// Whether the socket accepts bytes of the client.
    var isWritable = true
    /// Whether bytes to the client are lost without notice.
    var isDark = false
    /// Whether bytes of the client are lost.
    var losesOutput = false
    /// The number of disturbances that will follow.
    var troubleCount = 40
    /// How many of the server's bytes the client has received.
    var deliveredCount = 0
    /// Whether the client knows that it may send no more requests here.
    var isDraining = false
    /// Whether the client's preface has not arrived yet.
    var startsWithPreface = true
    /// When the client must have closed a connection whose PING was not acknowledged.
    var pingDue: EngineTime?

    init(server: ModelServer) { self.server = server }

    enum State {
        case connecting, up
        /// Cut by the network; the end is reported to the client later.
        case cut
        /// Closed by the client, or its end was reported to the client.
        case closed
    }

    /// Whether the client has received all bytes up to an offset.
    func hasReceived(_ offset: Int?) -> Bool { offset.map { deliveredCount >= $0 } ?? false }

    /// The types and acknowledgement flags of the frames in bytes of the client.
    func frames(in bytes: [UInt8]) -> [(type: FrameType?, isAcknowledgement: Bool)] {
        var frames: [(type: FrameType?, isAcknowledgement: Bool)] = []
        var offset = startsWithPreface ? ControlFrames.clientPreface.count : 0
        if !bytes.isEmpty { startsWithPreface = false }
        while let header = FrameHeader(bytes.span, at: offset) {
            frames.append((header.type, header.flags.contains(.ack)))
            offset += FrameHeader.byteCount + header.length
        }
        return frames
    }
}

/// One direction of a connection.
struct SimPipe {
    var pieces: [[UInt8]] = []
    /// When the last piece arrives; no later piece arrives before it.
    var lastDue = EngineTime(nanoseconds: 0)
}

/// The future events, in order of their time and then of their creation.
struct SimAgenda {
    struct Entry {
        let due: EngineTime
        let order: UInt64
        let event: SimEvent
    }

    private var heap: [Entry] = []
    private var count: UInt64 = 0

    var nextDue: EngineTime? { heap.first?.due }

    mutating func add(_ event: SimEvent, at due: EngineTime) {
        count += 1
        heap.append(Entry(due: due, order: count, event: event))
        var child = heap.count - 1
        while child > 0, comes(heap[child], before: heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> SimEvent? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.event }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, comes(heap[child + 1], before: heap[child]) { child += 1 }
            guard comes(heap[child], before: heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first.event
    }

    private func comes(_ a: Entry, before b: Entry) -> Bool {
        (a.due.nanoseconds, a.order) < (b.due.nanoseconds, b.order)
    }
}

enum SimEvent {
    case submit
    case cancel(Int)
    case connect(ConnectionID, succeeds: Bool)
    case toServer(ConnectionID)
    case toClient(ConnectionID)
    case server(ConnectionID, ModelServer.Task)
    case trouble(ConnectionID)
    case cut(ConnectionID)
    case reportEnd(ConnectionID)
    case writable(ConnectionID)
    case renew(number: UInt32, isAvailable: Bool)
    case end
}
