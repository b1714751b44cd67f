// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel

/// An event of a run.
enum GatewayEvent {
    case tick(node: Int, boot: UInt64)
    case toNode(Int, boot: UInt64, NodeEvent)
    /// The store carries a request out; the response, if there is one, arrives at this time.
    case execute(Int, boot: UInt64, StoreTicket, StoreRequest, responds: Duration?)
    case provide(Int, boot: UInt64, Channel, Attempt)
    case crash(Int)
    case start(Int)
    case sleep(Int)
    case wakeUp(Int)
    case drain(Int)
    case message(Int64)
    case registration
    case deletion
    case journey
    case pause(Campaign.Number)
    case resume(Campaign.Number)
    case cancel(Campaign.Number)
}

/// Future events in the order of their times; events with equal times are in the order in which
/// they were added.
struct GatewayAgenda {
    private struct Entry {
        let time: Duration
        let order: UInt64
        let event: GatewayEvent

        static func < (a: Entry, b: Entry) -> Bool {
            a.time == b.time ? a.order < b.order : a.time < b.time
        }
    }

    /// A binary heap.
    private var entries: [Entry] = []
    private var lastOrder: UInt64 = 0

    mutating func add(_ event: GatewayEvent, at time: Duration) {
        lastOrder += 1
        entries.append(Entry(time: time, order: lastOrder, event: event))
        var child = entries.count - 1
        while child > 0, entries[child] < entries[(child - 1) / 2] {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func next() -> (time: Duration, event: GatewayEvent)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < entries.count && entries[child] < entries[least] {
                    least = child
                }
                guard least != parent else { break }
                entries.swapAt(parent, least)
                parent = least
            }
        }
        return (first.time, first.event)
    }
}

/// What happened in a run: a hash of everything and, on request, a line for each event.
struct GatewayTrace {
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    let isRecorded: Bool

    mutating func add(_ now: Duration, _ text: @autoclosure () -> String, _ numbers: [Int64]) {
        mix(now.wholeMilliseconds)
        for number in numbers { mix(number) }
        if isRecorded { lines.append("\(now) \(text())") }
    }

    private mutating func mix(_ number: Int64) {
        hash = (hash ^ UInt64(bitPattern: number)) &* 0x0000_0100_0000_01B3
        hash ^= hash >> 29
    }
}
