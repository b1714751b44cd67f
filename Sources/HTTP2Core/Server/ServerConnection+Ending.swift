// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// SETTINGS and GOAWAY of the server, and its timeouts.
extension ServerConnection {
    /// Informs the client of the number of streams that it may have open from now on.
    package mutating func announce(streamCount: Int) {
        guard !isFinished else { return }
        HTTP2Settings.append([(.maxConcurrentStreams, streamCount)], to: &output)
        announcedStreamCount = streamCount
        unacknowledged.append(streamCount)
        // No limit is enforced on a client that never acknowledges, and it uses no more memory.
        if unacknowledged.count > Self.unacknowledgedCountMax { unacknowledged.removeFirst() }
    }

    private static let unacknowledgedCountMax = 100

    /// Sends GOAWAY. Streams up to the last one still get a response, then the connection is
    /// finished.
    ///
    /// - Parameter last: the newest stream that gets a response; by default the newest of all. A
    ///   later call can only lower it.
    package mutating func end(
        _ code: HTTP2ErrorCode, _ debugData: [UInt8] = [], lastStreamID last: StreamID? = nil
    ) {
        guard !isFinished else { return }
        takenStreamIDMax = min(takenStreamIDMax, last ?? lastStreamID)
        endedAt = endedAt ?? now
        ControlFrames.appendGoAway(
            lastStreamID: takenStreamIDMax, code, debugData: debugData, to: &output)
        for (id, stream) in streams {
            if id > takenStreamIDMax {
                close(id)
            } else if stream.isDraining {
                cancel(id, .noError)
            }
        }
        if streams.isEmpty { isFinished = true }
    }

    /// Ends the connection immediately because the client violated the protocol.
    mutating func fail(_ error: HTTP2ConnectionError) {
        guard !isFinished else { return }
        self.error = error
        ControlFrames.appendGoAway(
            lastStreamID: min(lastStreamID, takenStreamIDMax), error.code,
            debugData: Array(error.problem.utf8), to: &output)
        streams.removeAll()
        ready.removeAll()
        readyStart = 0
        endedAt = endedAt ?? now
        isFinished = true
    }

    // MARK: Time

    /// The next time at which ``tick(at:)`` has something to do; `nil` for never. It examines every
    /// open stream, so read it after a tick rather than after each request.
    package var nextDeadline: Duration? {
        if isFinished { return nil }
        if !hasSettings { return startedAt + limits.handshakeTime }
        let idle = streams.isEmpty ? idleSince + idleTime : nil
        let first = streams.values.lazy.compactMap(\.deadline).min()
        let last = endedAt.map { $0 + limits.requestTime }
        return [idle, first, last, partDeadline].compactMap { $0 }.min()
    }

    /// The deadline for the rest of a frame or header block; `nil` while none is incomplete.
    private var partDeadline: Duration? { partSince.map { $0 + limits.partTime } }

    /// The deadlines of ``nextDeadline`` that may be earlier than that of a request that begins
    /// now; cheap enough to read after each request.
    package var urgentDeadline: Duration? {
        [partDeadline, drainDeadline].compactMap { $0 }.min()
    }

    /// Handles all deadlines that have passed.
    package mutating func tick(at now: Duration) {
        guard !isFinished else { return }
        self.now = now
        if !hasSettings {
            guard now >= startedAt + limits.handshakeTime else { return }
            isFinished = true
            return output.removeAll()
        }
        for (id, stream) in streams {
            if let deadline = stream.deadline, deadline <= now {
                cancel(id, stream.isDraining ? .noError : .cancel)
            }
        }
        if let first = drainDeadline, first <= now {
            drainDeadline = streams.values.lazy.filter { $0.isDraining && $0.cannotEnd }
                .compactMap(\.deadline).min()
        }
        if let endedAt, now >= endedAt + limits.requestTime { isFinished = true }
        if let partDeadline, now >= partDeadline {
            return fail(
                HTTP2ConnectionError(
                    .enhanceYourCalm, "a frame or header block that is not completed"))
        }
        if !isEnding, streams.isEmpty, now >= idleSince + idleTime {
            end(.noError, limits.idleWords)
        }
    }
}
