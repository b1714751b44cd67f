// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A campaign that a node is sending, with its changing state.
struct CampaignRun: Sendable {
    let campaign: Campaign
    private(set) var status: CampaignStatus
    private let stopRule: StopRule
    /// The time of the store's clock at which the store reported the status.
    private var reportedAt = DatabaseTime(milliseconds: .min)
    /// The number of notifications that were sent and whose outcome is not yet durable.
    var unsettledCount = 0
    /// The number of unsettled notifications that are in flight.
    var inFlightCount = 0
    /// Whether the stop rule's decision is now being stored.
    var isBeingJudged = false

    init(campaign: Campaign, status: CampaignStatus, stopRule: StopRule) {
        self.campaign = campaign
        self.stopRule = stopRule
        self.status = status
    }

    var mayBeSent: Bool { status.state == .sending || Bug.is(.pauseIgnored) }

    /// The number of notifications that may be sent now. After the stop rule has judged the first
    /// responses, the number is unlimited; before that, only as many may be sent as the rule needs.
    var room: Int {
        guard mayBeSent else { return 0 }
        if status.trial.isJudged || Bug.is(.trialIgnored) { return .max }
        return max(0, stopRule.responseCount - status.trial.responses - unsettledCount)
    }

    /// The stop rule's current decision; `nil` if the rule has not decided or the decision does not
    /// need to be stored.
    var verdictToStore: StopRule.Verdict? {
        guard status.state == .sending, !status.trial.isJudged, !isBeingJudged else { return nil }
        let verdict = stopRule.verdict(on: status.trial)
        return verdict == .waits ? nil : verdict
    }

    /// Applies a status that the store reported at a given time of its clock. Responses may arrive
    /// out of order, so an older status changes nothing.
    mutating func take(_ new: CampaignStatus, at time: DatabaseTime) {
        guard time >= reportedAt else { return }
        reportedAt = time
        let isOlder =
            status.trial.isJudged && !new.trial.isJudged
            || status.trial.responses > new.trial.responses
        guard !isOlder else { return }
        status = new
    }

    /// Records that the stop rule's decision was stored at a given time of the store's clock.
    mutating func judged(stop: StopReason?, at time: DatabaseTime) {
        reportedAt = max(reportedAt, time)
        var trial = status.trial
        trial.judged()
        isBeingJudged = false
        status = CampaignStatus(
            campaign: status.campaign, state: stop == nil ? status.state : .stopped, trial: trial)
    }
}
