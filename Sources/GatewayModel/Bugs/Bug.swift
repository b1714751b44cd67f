// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Errors that can be injected into the gateway's engine and store, each of a kind that has
/// occurred in real senders. `make bugs` verifies that the simulation detects every one of them.
///
/// The errors are compiled only with the condition `BELLHOP_BUGS`, which only the package in
/// `Simulations` sets. Otherwise ``is(_:)`` is always false, and the compiler removes the hooks.
package enum Bug: String, CaseIterable, Sendable {
    /// The checkpoint moves when a notification is sent, not when its outcome is durable.
    case checkpointBeforeDurable
    /// A unit's outcomes are stored even if the owner's fence is out of date.
    case fenceNotChecked
    /// A delivery's outcome is stored even if the owner's fence is out of date.
    case rowFenceNotChecked
    /// A group is stored twice if the node repeats it after a commit with an unknown result.
    case unknownCommitAppliedTwice
    /// A group is treated as stored although the result of its commit is unknown.
    case unknownCommitTakenForDone
    /// A group that failed is dropped.
    case failedGroupDropped
    /// After a claim, the node sends again to installations whose outcomes are already in the
    /// stored parts.
    case partsIgnoredAfterClaim
    /// The next page skips one installation number.
    case pageSkipsOne
    /// A unit is finished when all of its installations are read, not when all of them have an
    /// outcome.
    case unitFinishedTooEarly
    /// Leases are not renewed.
    case leaseNotRenewed
    /// A node claims units and deliveries that it already holds, after their leases have ended.
    case ownWorkClaimedAgain
    /// A node that was suspended beyond the end of its lease continues to send.
    case sleeperSends
    /// Notifications are sent to the wrong environment.
    case wrongEnvironment
    /// A retry has another `apns-id`.
    case retryHasNewID
    /// The node forgets a device whose notification must be retried.
    case retryForgotten
    /// A notification is sent after its deadline: a retry, or the first attempt from a page.
    case deadlineIgnored
    /// A unit is claimed before its time.
    case notBeforeIgnored
    /// Quiet hours are ignored.
    case quietHoursIgnored
    /// Two simultaneous campaigns both take the last free place below a cap.
    case capRace
    /// A notification that was not accepted keeps its place below the cap.
    case capNotReleased
    /// A token is marked as dead although the app registered it after the timestamp of the response
    /// 410.
    case newerRegistrationLost
    /// A response 410 does not mark the token as dead.
    case deadTokenKept
    /// A paused campaign continues to send.
    case pauseIgnored
    /// Deliveries of a cancelled campaign are sent.
    case cancelledRowsSent
    /// The node reads further pages although enough installations wait or the unit's window is
    /// full.
    case readsWithoutLimit
    /// The node continues to send while the store fails.
    case sendsWhileStoreFails
    /// A drain does not wait for requests in flight.
    case drainForgetsInFlight
    /// A breaker never lets a request through to test the destination.
    case breakerNeverCloses
    /// The floors of lanes are ignored.
    case laneFloorIgnored
    /// The campaign continues before the stop rule has judged its first outcomes.
    case trialIgnored
    /// A recipient to whom nothing is sent is not recorded.
    case suppressedNotRecorded
    /// A notification is sent although its page was read too long ago.
    case oldPageSent
    /// A campaign at a local time is sent twice to an installation that moves to another time zone.
    case earlierZonesIgnored
    /// An installation that moves to a time zone whose units were sent never gets the campaign.
    case travellersForgotten
    /// The units of two time zones are sent at the same time, although an installation may move
    /// from one zone to the other.
    case zonesAtOnce
    /// An installation that moves to another time zone while it waits counts as having left the
    /// audience.
    case waitingTravellersDropped
    /// The control group gets the campaign.
    case controlGroupSent
    /// The campaign's own limit of notifications per minute is ignored.
    case campaignRateIgnored

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
