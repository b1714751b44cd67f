// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One statement about the effect of an action or of a timed event, as a value.
enum OutcomeFact: Hashable, Sendable {
    /// A force-quit app was not launched to receive a response.
    case responseLostToForceQuit
    /// A response was lost, because the app had set no delegate when its launch finished.
    case responseLostWithoutDelegate
    case ephemeralPermissionEnded
    case summaryDelivered(count: Int, mostRelevant: String)
    /// An app was terminated, because it reported no call for this many VoIP pushes in a row.
    case noCallReported(count: Int, isStopped: Bool)
    case activityStartedAsScheduled(id: String)
    case activityBecameStale(id: String)
    case activityEndedBySystem(id: String)
    case activityLeftLockScreen(id: String)
    case activityNotChanged(id: String, ActivityCallRefusal)

    var rule: RuleID {
        switch self {
        case .responseLostToForceQuit: "RSP-6"
        case .responseLostWithoutDelegate: "RSP-12"
        case .ephemeralPermissionEnded: "AUTH-9"
        case .summaryDelivered: "INT-10"
        case .noCallReported: "LC-10"
        case .activityStartedAsScheduled: "LA-24"
        case .activityBecameStale: "LA-11"
        case .activityEndedBySystem: "LA-13"
        case .activityLeftLockScreen: "LA-12"
        case .activityNotChanged(_, let refusal): refusal.rule
        }
    }
}

/// The reason why an app's call for a Live Activity has no effect.
enum ActivityCallRefusal: Hashable, Sendable {
    case hasEnded
    case outdated
    case tooLarge

    var rule: RuleID {
        switch self {
        case .hasEnded: "LA-10"
        case .outdated: "LA-5"
        case .tooLarge: "LA-15"
        }
    }
}
