// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The information that a connection stores about closed streams. It consists of a few identifiers,
/// regardless of the number of streams.
struct StreamHistory: Sendable {
    /// The newest stream that the client opened.
    private(set) var last: StreamID = 0
    /// The number of streams that the client has opened. It shows whether the client skipped
    /// identifiers.
    private var openedCount: StreamID = 0
    /// The last stream identifier in the GOAWAY that was sent. Later streams are ignored.
    private(set) var acceptedMax = StreamIDs.max
    /// The newest stream that the server has reset. Frames for this stream and for older streams
    /// may still arrive.
    private var resetMax: StreamID = 0

    mutating func open(_ id: StreamID) {
        last = id
        openedCount += 1
    }

    mutating func noteReset(_ id: StreamID) { resetMax = max(resetMax, id) }

    /// Sets the last stream identifier of a GOAWAY. A later GOAWAY can only lower it.
    mutating func accept(upTo id: StreamID) { acceptedMax = min(acceptedMax, id) }

    /// Returns whether the client may have sent a frame for a closed stream before it received
    /// RST_STREAM or GOAWAY.
    func mayStillArrive(_ id: StreamID) -> Bool { id <= resetMax || id > acceptedMax }

    /// Whether the client has used every identifier up to that of the newest stream.
    var hasNoGaps: Bool { last == openedCount * 2 - 1 }
}
