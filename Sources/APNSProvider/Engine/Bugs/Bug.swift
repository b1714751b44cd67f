// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Errors that can be injected into the engine, each of a kind that has occurred in real clients.
/// `make bugs` verifies that the simulation detects every one of them.
///
/// The errors are compiled only if the condition `BELLHOP_BUGS` is set. Only the package in
/// `Simulations` sets this condition. Without the condition, ``is(_:)`` is always false, and the
/// compiler removes the code that injects errors.
package enum Bug: String, CaseIterable, Sendable {
    /// After a connection is lost, all its requests are sent again, including those that the server
    /// may have received.
    case repeatsWhatMayBeProcessed
    /// The last stream of a GOAWAY is treated as one that was not processed.
    case goAwayTakesLastStreamToo
    /// A request that is given up while its bytes are buffered is reported as unsent, although its
    /// bytes are still sent.
    case queuedCountsAsUnsent
    /// REFUSED_STREAM is handled like any other reset.
    case refusedIsUnknown
    /// A refused request is both completed and sent again.
    case refusedCompletesTwice
    /// A request that is sent again has lost its `apns-id`.
    case repeatLosesID
    /// A response on a closed stream is assigned to the oldest open stream.
    case lateResponseGoesToAnother
    /// A 1xx response is treated as the final response.
    case interimIsFinal
    /// Padding is treated as part of the body.
    case paddingIsBody
    /// The content of CONTINUATION frames is dropped.
    case continuationLost
    /// Header blocks of closed streams are not decoded.
    case blocksOfEndedStreamsSkipped
    /// A lowered MAX_CONCURRENT_STREAMS is ignored.
    case loweredStreamLimitIgnored
    /// A connection with provider tokens does not wait for its first response.
    case firstResponseNotAwaited
    /// A new INITIAL_WINDOW_SIZE is not applied to open streams.
    case windowChangeSkipsOpenStreams
    /// DATA is not counted against the connection's window.
    case connectionWindowNotCounted
    /// Waiting bodies are not continued when a window opens.
    case windowUpdateForgotten
    /// A long response does not make the client restore the window of its stream.
    case responseWindowNotOpened
    /// The first part of a body already ends the stream.
    case endStreamTooEarly
    /// The rest of a body is sent although its request has ended.
    case restOfEndedBodyIsSent
    /// A new HEADER_TABLE_SIZE is not passed on to the header encoder.
    case tableSizeUpdateMissing
    /// A stored part of a header block is used although the dynamic table has changed.
    case staleBlockUsed
    /// A connection continues to use its first provider token.
    case tokenChangeForgotten
    /// The timer of deadlines is not started.
    case deadlineTimerLost
    /// Requests that wait for a connection have no deadline.
    case waitingHasNoDeadline
    /// A connection whose PING gets no response is kept open.
    case silentLinkKept
    /// The server's PING gets no response.
    case pingNotAcknowledged
    /// Slots of closed streams are not reused.
    case slotsLeak
    /// A connection continues after an `ExpiredProviderToken` response.
    case connectionOfExpiredTokenKept

    #if BELLHOP_BUGS
    /// The active error for the code that runs in this task.
    @TaskLocal package static var chosen: Bug?

    static func `is`(_ bug: Bug) -> Bool { chosen == bug }
    #else
    /// Returns whether an error is active.
    @inline(__always)
    static func `is`(_ bug: Bug) -> Bool { false }
    #endif
}
