// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel

/// What really happened, which no part of the gateway knows: the provider's log, the tokens, and
/// what the people did.
struct GatewayTruth {
    /// A notification of a campaign for an endpoint.
    struct Key: Hashable {
        let campaign: Campaign.Number
        let endpoint: Int64
    }

    /// What the provider saw of a notification.
    struct History {
        let apnsID: APNSID
        var sends = 0
        var accepted = 0
        /// Attempts whose outcome was reported to the gateway and ended the notification.
        var reportedEnds = 0
        /// Repeats after such an outcome; the attempts of one repeat count once.
        var repeats = 0
        var rejections: Set<String> = []
    }

    private(set) var problems: [String] = []
    var histories: [Key: History] = [:]
    var owners: [APNSID: Key] = [:]
    var lastToken: UInt64 = 0
    /// Tokens that the provider calls unregistered, and since when.
    var deadTokens: [DeviceToken: DatabaseTime] = [:]
    /// Tokens that the provider does not know.
    var badTokens: Set<DeviceToken> = []
    /// The timestamp of the latest 410 for each endpoint, unless a notification was accepted
    /// afterwards.
    var lastDead: [Int64: DatabaseTime] = [:]
    /// Since when an endpoint is known to be dead in the store.
    var deadSince: [Int64: Duration] = [:]
    var messages: [Campaign.Number: Duration] = [:]
    var firstSent: [Campaign.Number: Duration] = [:]
    /// When the provider first accepted a notification after all faults had ended.
    var firstAcceptedAfterFaults: Duration?
    var pausedAt: [Campaign.Number: Duration] = [:]
    var deleted: Set<Int64> = []
    var inFlight: [Int: Int] = [:]
    var incompleteDrains: Set<Int> = []
    /// Notifications that may be repeated because of crashes and lost leases.
    var repeatsAllowed = 0
    var repeats = 0
    /// The sends of each node and lane in the current second.
    var sendsInSecond: [String: (second: Int64, count: Int)] = [:]
    /// The first attempts of each campaign with a limit of its own, in the current ten seconds.
    var sendsOfCampaign: [Campaign.Number: (window: Int64, count: Int)] = [:]
    var tally = GatewayTally()

    mutating func addProblem(_ text: String) {
        if problems.count < 5 { problems.append(text) }
    }
}

/// What several runs have exercised, so that a test can check that the conditions are neither too
/// hostile nor too favorable.
struct GatewayTally {
    var sends = 0
    var accepted = 0
    var rejected = 0
    var repeats = 0
    var retries = 0
    var capped = 0
    var expired = 0
    var cancelled = 0
    var stopped = 0
    var crashes = 0
    var lostUnits = 0
    var journeys = 0
    var controls = 0

    mutating func add(_ other: GatewayTally) {
        sends += other.sends
        accepted += other.accepted
        rejected += other.rejected
        repeats += other.repeats
        retries += other.retries
        capped += other.capped
        expired += other.expired
        cancelled += other.cancelled
        stopped += other.stopped
        crashes += other.crashes
        lostUnits += other.lostUnits
        journeys += other.journeys
        controls += other.controls
    }
}
