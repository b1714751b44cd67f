// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Deliberate faults of the engine, each of a kind that clients in the field have had. `make bugs`
/// shows that the simulation notices every one of them.
///
/// They exist where the condition `BELLHOP_BUGS` is set, which only the package in `Simulations`
/// does. Everywhere else ``is(_:)`` is always false, and the compiler leaves the hooks out.
package enum Bug: String, CaseIterable, Sendable {
    /// After a lost connection everything on it is sent again, also what the server may have.
    case repeatsWhatMayBeProcessed
    /// GOAWAY's last stream counts as not processed.
    case goAwayTakesLastStreamToo
    /// A request that is given up while its bytes wait for the socket is called unsent; they go out
    /// all the same.
    case queuedCountsAsUnsent
    /// REFUSED_STREAM ends like any other reset.
    case refusedIsUnknown
    /// A refused request is both reported and sent again.
    case refusedCompletesTwice
    /// What is sent again has lost its `apns-id`.
    case repeatLosesID
    /// An answer for a stream that is gone goes to the oldest that is open.
    case lateAnswerGoesToAnother
    /// A 1xx answer is taken for the answer.
    case interimIsFinal
    /// Padding is taken for a part of the body.
    case paddingIsBody
    /// What CONTINUATION frames carry is dropped.
    case continuationLost
    /// Header blocks of streams that are gone are not decoded.
    case blocksOfEndedStreamsSkipped
    /// A lowered MAX_CONCURRENT_STREAMS is ignored.
    case loweredStreamLimitIgnored
    /// A token connection does not wait for its first answer.
    case firstAnswerNotAwaited
    /// A new INITIAL_WINDOW_SIZE is not counted for open streams.
    case windowChangeSkipsOpenStreams
    /// DATA is not counted against the connection's window.
    case connectionWindowNotCounted
    /// Bodies that wait do not go on when a window opens.
    case windowUpdateForgotten
    /// Long answers do not open the stream's window again.
    case answerWindowNotOpened
    /// The first piece of a body already ends the stream.
    case endStreamTooEarly
    /// The rest of a body goes out although its request has ended.
    case restOfEndedBodyIsSent
    /// A new HEADER_TABLE_SIZE is not told to the header encoder.
    case tableSizeUpdateMissing
    /// A kept piece of a header block is used although the table has changed.
    case staleBlockUsed
    /// A connection goes on with its first provider token.
    case tokenChangeForgotten
    /// The timer of deadlines is not started.
    case deadlineTimerLost
    /// Only requests on the wire have a deadline.
    case waitingHasNoDeadline
    /// A link whose PING is not answered is kept.
    case silentLinkKept
    /// The server's PING is not answered.
    case pingNotAnswered
    /// Slots of ended streams are not used again.
    case slotsLeak
    /// A connection that was told of an expired token goes on.
    case connectionOfExpiredTokenKept

    #if BELLHOP_BUGS
    /// The fault in force for the code that runs in this task.
    @TaskLocal package static var chosen: Bug?

    static func `is`(_ bug: Bug) -> Bool { chosen == bug }
    #else
    /// Whether a fault is in force.
    @inline(__always)
    static func `is`(_ bug: Bug) -> Bool { false }
    #endif
}
