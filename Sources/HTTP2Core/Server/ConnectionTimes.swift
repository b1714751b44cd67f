// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The times from which the deadlines of a connection are computed. Each stream stores its own
/// deadline.
struct ConnectionTimes: Sendable {
    private let handshakeTime: Duration
    private let partTime: Duration
    private let requestTime: Duration
    private let drainTime: Duration
    private let startedAt: Duration
    /// The time of the event that is being processed.
    var now: Duration
    /// The time without a request in progress after which GOAWAY is sent.
    var idleTime: Duration
    /// The time since which no stream has been open.
    private var idleSince: Duration
    /// The time at which GOAWAY was first sent.
    private var endedAt: Duration?
    /// The time since which a frame or header block has been incomplete; `nil` if none is
    /// incomplete.
    private var partSince: Duration?
    /// The earliest deadline of a stream whose client only has to read the response.
    private(set) var drainDeadline: Duration?

    init(limits: ServerLimits, at now: Duration) {
        handshakeTime = limits.handshakeTime
        partTime = limits.partTime
        requestTime = limits.requestTime
        drainTime = limits.drainTime
        idleTime = limits.idleTime
        self.now = now
        startedAt = now
        idleSince = now
    }

    /// Whether GOAWAY was sent.
    var isEnding: Bool { endedAt != nil }

    /// The deadline for the client's SETTINGS.
    var handshakeDeadline: Duration { startedAt + handshakeTime }

    /// The deadline for the next request, if no stream is open.
    var idleDeadline: Duration { idleSince + idleTime }

    /// The deadline for a request that begins now.
    var requestDeadline: Duration { now + requestTime }

    /// The deadline for all responses after GOAWAY; `nil` before GOAWAY is sent.
    var endDeadline: Duration? { endedAt.map { $0 + requestTime } }

    /// The deadline for the rest of a frame or header block; `nil` if none is incomplete.
    var partDeadline: Duration? { partSince.map { $0 + partTime } }

    mutating func becomeIdle() { idleSince = now }

    mutating func end() { endedAt = endedAt ?? now }

    /// - Parameters:
    ///   - isIncomplete: whether a frame or a header block is incomplete.
    ///   - isNew: whether that frame or block began with the bytes that were just received.
    mutating func notePart(isIncomplete: Bool, isNew: Bool) {
        if !isIncomplete {
            partSince = nil
        } else if isNew || partSince == nil {
            partSince = now
        }
    }

    /// Starts the period in which the client may read a response. Returns the end of this period.
    mutating func beginDraining() -> Duration {
        let deadline = now + drainTime
        drainDeadline = min(drainDeadline ?? deadline, deadline)
        return deadline
    }

    mutating func setDrainDeadline(_ deadline: Duration?) { drainDeadline = deadline }
}
