// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The state of a campaign. The names are stored and never change.
///
/// Terminal states: `done`, `cancelled`. A stopped campaign can be resumed after a person has
/// corrected the setting that was wrong.
package enum CampaignState: String, CaseIterable, Sendable, Codable {
    /// The campaign can still be edited, and nothing is sent.
    case draft
    /// The campaign reaches so many devices that a second person must approve it.
    case awaitingApproval = "awaiting_approval"
    /// The campaign waits for the time at which it is due.
    case scheduled
    /// The gateway is creating the campaign's units.
    case planning
    case sending
    /// A person paused the campaign.
    case paused
    /// Every notification of the campaign has an outcome.
    case done
    /// A person cancelled the campaign.
    case cancelled
    /// The gateway stopped the campaign because a setting is probably wrong.
    case stopped

    /// An event that changes the state of a campaign.
    package enum Event: String, CaseIterable, Sendable {
        case schedule
        /// A second person has approved the campaign.
        case approve
        /// A second person has refused the campaign. Its author can then change it.
        case refuse
        /// The campaign's due time has been reached.
        case due
        /// The campaign is due, but its audience is now larger than permitted without an approval.
        case outgrow
        /// The gateway has created the campaign's units.
        case planned
        case pause
        case resume
        case cancel
        case stop
        /// The last missing outcome has been written to the store.
        case finish
    }

    /// Whether the campaign can never change its state again.
    package var isTerminal: Bool { self == .done || self == .cancelled }

    /// Returns the state after an event; `nil` if the event is not possible in this state.
    ///
    /// - Parameter isPlanned: whether the campaign has its units.
    package func after(_ event: Event, isPlanned: Bool) -> CampaignState? {
        switch (self, event) {
        case (.draft, .schedule), (.awaitingApproval, .approve): .scheduled
        case (.awaitingApproval, .refuse): .draft
        case (.scheduled, .due): .planning
        case (.planning, .planned): .sending
        case (.planning, .outgrow): .awaitingApproval
        case (.scheduled, .pause), (.planning, .pause), (.sending, .pause): .paused
        case (.sending, .stop): .stopped
        case (.paused, .resume), (.stopped, .resume): isPlanned ? .sending : .scheduled
        case (.draft, .cancel), (.awaitingApproval, .cancel), (.scheduled, .cancel),
            (.planning, .cancel), (.sending, .cancel), (.paused, .cancel), (.stopped, .cancel):
            .cancelled
        // The last outcome may arrive after the campaign was paused or stopped.
        case (.sending, .finish), (.paused, .finish), (.stopped, .finish): .done
        default: nil
        }
    }
}
