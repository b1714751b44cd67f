// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The numbers of concurrent streams that the server has announced in its SETTINGS.
struct StreamCountLimit: Sendable {
    /// The maximum number of SETTINGS frames that wait for an acknowledgement.
    private static let unacknowledgedCountMax = 100

    /// The number that was announced last.
    private(set) var announced: Int
    /// The numbers in SETTINGS frames that the client has not acknowledged yet, in order from the
    /// oldest to the newest.
    private var unacknowledged: [Int]
    /// The last number that the client has acknowledged.
    private var acknowledged: Int?

    init(_ count: Int) {
        announced = count
        unacknowledged = [count]
    }

    /// The largest number that the client may consider valid. Before its first acknowledgement, the
    /// client may have received no limit.
    var mostKnownToClient: Int { max(acknowledged ?? .max, unacknowledged.max() ?? 0) }

    mutating func announce(_ count: Int) {
        announced = count
        unacknowledged.append(count)
        // This limits the memory for a client that never acknowledges.
        if unacknowledged.count > Self.unacknowledgedCountMax { unacknowledged.removeFirst() }
    }

    /// Handles an acknowledgement. Returns whether an acknowledgement was expected.
    mutating func acknowledge() -> Bool {
        guard !unacknowledged.isEmpty else { return false }
        acknowledged = unacknowledged.removeFirst()
        return true
    }
}
