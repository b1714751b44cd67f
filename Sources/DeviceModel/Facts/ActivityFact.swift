// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One statement about a push for a Live Activity, as a value.
enum ActivityFact: Hashable, Sendable {
    case ignored(ActivityRefusal)
    /// A broadcast reached an activity that does not follow its channel.
    case notFollowing(id: String)
    /// A push arrived on the token while no activity of the app was running.
    case noActivity
    case started(id: String)
    case updated(id: String)
    case ended(id: String)
    /// The activity ended and stays on the Lock Screen for this many minutes.
    case endedAndStays(id: String, minutes: Int)
    case staleAtOnce
    case futureTimestamp
    case alerted(ActivityAlert.Style)
    case missingStrings([String])
    /// The app was woken or launched because an activity started.
    case ranApp(ArrivalDecision.Wake)

    /// The rule behind the statement; `nil` when other statements cite it.
    var rule: RuleID? {
        switch self {
        case .ignored(let refusal): refusal.rule
        case .notFollowing: "LA-20"
        case .noActivity: "LA-9"
        case .started: nil
        case .updated: "LC-11"
        case .ended, .endedAndStays: "LA-12"
        case .staleAtOnce: "LA-11"
        case .futureTimestamp: "LA-5"
        case .alerted: "LA-18"
        case .missingStrings: "LOC-4"
        case .ranApp: "LA-7"
        }
    }
}

/// A reason why a push for a Live Activity has no effect.
enum ActivityRefusal: Hashable, Sendable {
    case noEvent
    case noTimestamp
    case noContentState
    case contentStateIsNoObject
    case tooLarge
    /// The app cannot decode the content state of a start or an update.
    case undecodable(isStart: Bool)
    case hasEnded(id: String)
    /// The activity shows content with the same or a later timestamp.
    case outdated(id: String)
    /// The activity has already received all updates of priority 10 that it may receive in an hour.
    case budgetUsed(id: String, count: Int)
    /// A start was sent to the token of an activity.
    case startOnActivityToken
    case startByBroadcast
    /// An event other than start was sent to a push-to-start token.
    case notAStart(LiveActivityEvent)
    case missingKeys([String])
    case startNeedsNewerSystem
    case channelNeedsNewerSystem
    case invalidChannel
    case notDeclared
    case switchedOff
    case otherType(String, known: [String])
    case tooManyActivities

    var rule: RuleID {
        switch self {
        case .noEvent, .noTimestamp, .noContentState: "LA-4"
        case .contentStateIsNoObject, .undecodable: "LA-6"
        case .tooLarge: "LA-15"
        case .hasEnded: "LA-10"
        case .outdated: "LA-5"
        case .budgetUsed: "LA-16"
        case .startByBroadcast: "LA-8"
        case .notAStart, .otherType: "LA-9"
        case .startOnActivityToken, .missingKeys, .startNeedsNewerSystem, .channelNeedsNewerSystem:
            "LA-7"
        case .invalidChannel: "LA-20"
        case .notDeclared, .switchedOff: "LA-2"
        case .tooManyActivities: "LA-22"
        }
    }
}
