// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Compares the requests that were sent to each device, and their order.
extension RecordingDiff {
    typealias Recipient = RecordingSummary.Recipient

    static func recipients(_ a: [Recipient], _ b: [Recipient]) -> [Difference] {
        pairs(a, b).compactMap { a, b in
            guard let name = (a ?? b)?.name else { return nil }
            let (inA, inB) = (a?.requests ?? [], b?.requests ?? [])
            guard inA != inB else { return nil }
            let change: Change =
                if a == nil {
                    .appeared
                } else if b == nil {
                    .vanished
                } else if inA.sorted() == inB.sorted() {
                    .order
                } else {
                    .requests
                }
            return Difference(
                property: .device, name: name, change: change, a: inA.count, b: inB.count)
        }
    }

    /// Matches the devices of two recordings, first by token, and then by the identifier of the
    /// device. A new simulator creates new tokens, so the remaining devices are matched by equal
    /// requests, and finally by the order in which they first occurred.
    private static func pairs(
        _ a: [Recipient], _ b: [Recipient]
    ) -> [(a: Recipient?, b: Recipient?)] {
        var partners = [Int?](repeating: nil, count: a.count)
        var isTaken = [Bool](repeating: false, count: b.count)
        func match<Key: Hashable>(_ key: (Recipient) -> Key?) {
            var waiting: [Key: [Int]] = [:]
            for index in b.indices.reversed() where !isTaken[index] {
                if let key = key(b[index]) { waiting[key, default: []].append(index) }
            }
            for index in a.indices where partners[index] == nil {
                guard let key = key(a[index]), let partner = waiting[key]?.popLast() else {
                    continue
                }
                partners[index] = partner
                isTaken[partner] = true
            }
        }
        match(\.name)
        match(\.deviceID)
        match(\.requests)
        match { _ in 0 }
        return a.indices.map { (a[$0], partners[$0].map { b[$0] }) }
            + b.indices.filter { !isTaken[$0] }.map { (nil, b[$0]) }
    }
}
