// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A stream between the headers of its request and the end of its response.
struct ServerStream: Sendable {
    /// The request's headers, until the request is passed to the owner.
    var head: HeaderList
    /// The part of the body that was read.
    var body: [UInt8] = []
    /// The announced length of the body; `nil` if none was announced.
    let contentLength: Int?
    /// The time at which the stream is reset; `nil` for no limit.
    var deadline: Duration?
    /// The number of bytes of the received DATA frames, including padding.
    var windowUsed = 0
    /// The number of bytes by which the stream's window was enlarged.
    var windowGranted = 0
    /// The number of received bytes of the body, including bytes that were not stored.
    var receivedCount = 0
    var isRequestComplete = false
    /// Whether the request is ready for the owner, or was already passed to the owner.
    var isReady = false
    /// The stream's flow-control window for the response.
    var sendWindow: Int
    /// The response's body, if it has to wait for room in the flow-control windows.
    var held: [UInt8] = []
    var heldStart = 0
    var hasResponse = false
    /// Whether the response is sent while the request is still incomplete. The stream is reset at
    /// the client's next frame rather than immediately, because some clients treat a reset directly
    /// after a response as a failure. If no further frame can arrive (``cannotEnd``), the stream is
    /// reset after ``ServerLimits/drainTime``.
    var isDraining = false

    /// The content of a slot without a stream.
    static let closed = ServerStream(head: HeaderList(), contentLength: nil, sendWindow: 0)

    /// Whether the rest of the request does not fit into the stream's window, which is never
    /// enlarged beyond the upper bound of ``ServerLimits/bodyBounds``. In this case, the client
    /// would wait for room until the deadline.
    var cannotEnd: Bool {
        let room = ServerLimits.bodyBounds.upperBound - windowUsed
        return room <= 0 || contentLength.map { $0 - receivedCount > room } ?? false
    }
}

/// A request that was received completely, or at least so far that the server can respond.
package struct ServerRequest: Sendable {
    package let streamID: StreamID
    /// The headers. All pseudo-headers of a request are present, each of them once, and precede the
    /// other headers.
    package let head: HeaderList
    /// The body, or the beginning of a body that exceeds ``ServerLimits/bodyByteCountRead``.
    package let body: [UInt8]
}

/// The response to a request.
package struct ServerResponse: Sendable {
    package var status: Int
    /// The headers, with lowercase names.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
