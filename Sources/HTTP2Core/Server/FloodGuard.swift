// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Counts resets, and frames that cause work without making progress. Ends the connection when
/// there are too many of them within ten seconds. A stray frame is a frame that is permitted but
/// useless.
struct FloodGuard: Sendable {
    /// The maximum of ``explainedStrayCount``.
    private static let explainedStrayCountMax = 100_000

    private let resetCountMax: Int
    private let idleFrameCountMax: Int
    private let strayFrameCountMax: Int
    private var resets = FloodCount()
    private var idleFrames = FloodCount()
    private var strayFrames = FloodCount()
    /// The number of stray frames that will not be counted, because they may result from frames
    /// that the server sent.
    private var explainedStrayCount = 0

    init(limits: ServerLimits) {
        resetCountMax = limits.streamResetCountMax
        idleFrameCountMax = limits.idleFrameCountMax
        strayFrameCountMax = limits.strayFrameCountMax
    }

    /// Counts a stream that was reset because of the client.
    mutating func countReset(at now: Duration) throws(HTTP2ConnectionError) {
        if resets.exceeds(resetCountMax, at: now) {
            throw HTTP2ConnectionError(.enhanceYourCalm, "too many streams were reset")
        }
    }

    /// Counts a frame that causes work without making progress.
    mutating func countIdleFrame(at now: Duration) throws(HTTP2ConnectionError) {
        if idleFrames.exceeds(idleFrameCountMax, at: now) {
            throw HTTP2ConnectionError(.enhanceYourCalm, "too many frames without effect")
        }
    }

    /// Counts a stray frame, unless it may result from a frame of the server. Clients send
    /// WINDOW_UPDATE for each DATA frame, and frames that a client sends before it receives
    /// RST_STREAM arrive after the stream was closed.
    mutating func countStrayFrame(at now: Duration) throws(HTTP2ConnectionError) {
        guard explainedStrayCount == 0 else {
            explainedStrayCount -= 1
            return
        }
        if strayFrames.exceeds(strayFrameCountMax, at: now) {
            throw HTTP2ConnectionError(.enhanceYourCalm, "too many unnecessary frames")
        }
    }

    /// Records that the server sent a frame that may result in up to `count` stray frames.
    mutating func explainStrayFrames(_ count: Int) {
        explainedStrayCount = min(explainedStrayCount + count, Self.explainedStrayCountMax)
    }
}

/// Counts events within ten seconds.
private struct FloodCount: Hashable, Sendable {
    private var since: Duration?
    private var count = 0

    /// Counts one event and returns whether it exceeds the limit.
    mutating func exceeds(_ max: Int, at now: Duration) -> Bool {
        if let since, now - since < ServerLimits.floodWindow {
            count += 1
        } else {
            since = now
            count = 1
        }
        return count > max
    }
}
