// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A stream between the head of its request and the end of its answer.
struct ServerStream: Sendable {
    /// The request's headers, until it is handed out.
    var head: HeaderList
    /// As much of the body as is read.
    var body: [UInt8] = []
    /// The body's length as announced; `nil` when it was not.
    let contentLength: Int?
    /// When the stream is reset; `nil` when it may stay open.
    var deadline: Duration?
    /// Bytes of DATA frames that came, padding included.
    var windowUsed = 0
    /// Bytes of the body that came, also those that were not kept.
    var receivedCount = 0
    var isRequestComplete = false
    /// Whether the request waits to be handed out, or was.
    var isReady = false
    /// Bytes of the answer that the client lets this end send.
    var sendWindow: Int
    /// What of the answer's body waits for the windows.
    var held: [UInt8] = []
    var heldStart = 0
    var isAnswered = false
    /// Whether the answer is out while the request still comes. The client is stopped at its next
    /// frame rather than at once, because some take a reset right behind a response for a failure;
    /// where no such frame can come (``cannotEnd``), after ``ServerLimits/drainTime``.
    var isDraining = false

    /// Whether the rest of the request does not fit into the window, which is never raised: the
    /// client waits for room, and would do so until the deadline.
    var cannotEnd: Bool {
        let room = ServerLimits.bodyBounds.upperBound - windowUsed
        return room <= 0 || contentLength.map { $0 - receivedCount > room } ?? false
    }
}

/// A request that came in far enough to be answered.
package struct ServerRequest: Sendable {
    package let streamID: StreamID
    /// Checked: all pseudo-headers of a request are there, once and before the others.
    package let head: HeaderList
    /// The body, or the beginning of one that is longer than is read.
    package let body: [UInt8]
}

/// What a request is answered with.
package struct ServerAnswer: Sendable {
    package var status: Int
    /// Names in lowercase.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
