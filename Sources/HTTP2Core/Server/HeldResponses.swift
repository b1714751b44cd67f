// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The streams whose responses have to wait for room in the flow-control windows. The responses
/// themselves are stored in the streams.
struct HeldResponses: Sendable {
    private let byteCountMax: Int
    /// The identifiers of the streams, in order from the oldest to the newest.
    private(set) var streamIDs: [StreamID] = []
    private var byteCount = 0

    init(byteCountMax: Int) { self.byteCountMax = byteCountMax }

    var isEmpty: Bool { streamIDs.isEmpty }

    /// Whether the client reads so slowly that too many bytes wait.
    var isOverLimit: Bool { byteCount > byteCountMax }

    mutating func append(_ id: StreamID, byteCount count: Int) {
        streamIDs.append(id)
        byteCount += count
    }

    mutating func countSent(_ count: Int) { byteCount -= count }

    /// Removes a closed stream and the rest of its response.
    mutating func remove(_ id: StreamID, unsentCount: Int) {
        byteCount -= unsentCount
        streamIDs.removeAll { $0 == id }
    }
}

/// The streams whose requests are ready to be processed by the owner, in the order in which they
/// became ready.
struct ReadyStreams: Sendable {
    private var streamIDs: [StreamID] = []
    private var first = 0

    mutating func append(_ id: StreamID) { streamIDs.append(id) }

    mutating func popFirst() -> StreamID? {
        guard first < streamIDs.count else {
            streamIDs.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
        defer { first += 1 }
        return streamIDs[first]
    }

    mutating func removeAll() {
        streamIDs.removeAll()
        first = 0
    }
}
