// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// What a server waits for on one connection, and until when. It knows no socket and no clock.
struct HTTPConnectionWatch {
    /// What the client has to do next.
    enum Wait: String {
        /// Send its first request's header.
        case head
        /// Send the rest of a body.
        case body
        /// Send another request.
        case idle
        /// Read what was sent.
        case write
    }

    private let limits: HTTPLimits
    /// Requests whose header was read and whose response has not ended.
    private var openCount = 0
    private var isReadingBody = false
    private var hasHadRequest = false
    private var waitsSince: NIODeadline
    /// Since when the client has read nothing of a response that fills the buffers.
    private var stalledSince: NIODeadline?

    init(limits: HTTPLimits, openedAt now: NIODeadline) {
        self.limits = limits
        waitsSince = now
    }

    /// The header of a request was read.
    mutating func headRead(at now: NIODeadline) {
        openCount += 1
        isReadingBody = true
        hasHadRequest = true
        waitsSince = now
    }

    /// The body of a request was read to its end.
    mutating func requestEnded(at now: NIODeadline) {
        isReadingBody = false
        if openCount == 0 { waitsSince = now }
    }

    /// A response was written to its end.
    mutating func responseEnded(at now: NIODeadline) {
        openCount = max(0, openCount - 1)
        // The time for a body runs on from its header, also when the response came before its end.
        if openCount == 0, !isReadingBody { waitsSince = now }
    }

    /// The buffers of the connection are full, or have room again.
    mutating func writabilityChanged(to isWritable: Bool, at now: NIODeadline) {
        stalledSince = isWritable ? nil : stalledSince ?? now
    }

    /// What the server waits for and when it gives up; `nil` while it is the server's turn.
    var due: (wait: Wait, date: NIODeadline)? {
        let stalled = stalledSince.map { (Wait.write, $0 + TimeAmount(limits.writeTime)) }
        let waiting: (Wait, NIODeadline)? =
            if isReadingBody {
                (.body, waitsSince + TimeAmount(limits.bodyTime))
            } else if openCount > 0 {
                nil
            } else if hasHadRequest {
                (.idle, waitsSince + TimeAmount(limits.idleTime))
            } else {
                (.head, waitsSince + TimeAmount(limits.headTime))
            }
        return [stalled, waiting].compactMap(\.self).min { $0.1 < $1.1 }
    }
}
