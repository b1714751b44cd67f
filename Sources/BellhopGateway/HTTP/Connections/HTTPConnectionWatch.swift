// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The step of the client for which the server waits on one connection, and its deadline. The type
/// uses no socket and no clock.
struct HTTPConnectionWatch {
    /// The step that the client has to take.
    enum Wait: String {
        /// The client has to send the header of its first request.
        case head
        /// The client has to send the rest of a body.
        case body
        /// The client has to send another request.
        case idle
        /// The client has to read the response.
        case write
    }

    private let limits: HTTPLimits
    /// The number of requests whose header was read and whose response has not ended.
    private var openCount = 0
    private var isReadingBody = false
    private var hasHadRequest = false
    private var waitsSince: NIODeadline
    /// The time since which the buffers have been full because the client does not read; `nil` if
    /// there is room in them.
    private var stalledSince: NIODeadline?

    init(limits: HTTPLimits, openedAt now: NIODeadline) {
        self.limits = limits
        waitsSince = now
    }

    /// Records that the header of a request was read.
    mutating func headRead(at now: NIODeadline) {
        openCount += 1
        isReadingBody = true
        hasHadRequest = true
        waitsSince = now
    }

    /// Records that the body of a request was read to its end.
    mutating func requestEnded(at now: NIODeadline) {
        isReadingBody = false
        if openCount == 0 { waitsSince = now }
    }

    /// Records that a response was written to its end.
    mutating func responseEnded(at now: NIODeadline) {
        openCount = max(0, openCount - 1)
        // The time limit for a body is counted from the end of the header, even if the response
        // ended before the body.
        if openCount == 0, !isReadingBody { waitsSince = now }
    }

    /// Records that the buffers of the connection are full, or have room again.
    mutating func writabilityChanged(to isWritable: Bool, at now: NIODeadline) {
        stalledSince = isWritable ? nil : stalledSince ?? now
    }

    /// The client's step for which the server waits, and its deadline; `nil` while the client waits
    /// for the server.
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
