// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The sentences about Live Activities.
extension FactText {
    static func sentence(for fact: ActivityFact) -> CitedSentence {
        func cite(_ text: String, more: String? = nil) -> CitedSentence {
            CitedSentence(text, fact.rule, more: more)
        }
        return switch fact {
        case .ignored(let refusal):
            cite(
                "The Live Activity push was ignored, because \(because(refusal))",
                more: remedy(refusal))
        case .notFollowing(let id):
            cite(
                "The broadcast was ignored, because \(OneLine.text(id)) does not follow its "
                    + "channel")
        case .noActivity:
            cite(
                "The push arrived on the Live Activity token, but no activity of the app is "
                    + "running", more: "Start one first")
        case .started(let id): cite("Live Activity \(id) started")
        case .updated(let id): cite("Live Activity \(id) was updated")
        case .ended(let id): cite("Live Activity \(id) ended and was removed from the screen")
        case .endedAndStays(let id, let minutes):
            cite("Live Activity \(id) ended and remains on the Lock Screen for \(minutes) minutes")
        case .staleAtOnce:
            cite(
                "Its content is stale immediately, because its stale-date has passed")
        case .futureTimestamp:
            cite(
                "Its timestamp is in the future, so the phone ignores updates with an earlier "
                    + "timestamp",
                more: "Write the timestamp in seconds, not milliseconds")
        case .alerted(.lockScreen): cite("Its alert lit up the screen")
        case .alerted(.expandedIsland): cite("Its alert expanded the Dynamic Island")
        case .alerted(.banner): cite("Its alert appeared as a banner")
        case .missingStrings(let keys):
            cite("The app has no string for \(names(keys)), so the key is shown")
        case .ranApp(let wake): cite(text(of: wake))
        }
    }

    private static func names(_ keys: [String]) -> String {
        keys.map { OneLine.text($0, characterCountMax: nameCountMax) }.joined(separator: ", ")
    }

    private static func because(_ refusal: ActivityRefusal) -> String {
        switch refusal {
        case .noEvent: "its payload has no event"
        case .noTimestamp: "its payload has no timestamp in seconds"
        case .noContentState: "its payload has no content-state"
        case .contentStateIsNoObject: "its content-state is not a JSON object"
        case .tooLarge: "attributes and content-state together exceed 4 KB"
        case .undecodable(isStart: true): "the app cannot decode its content-state"
        case .undecodable(isStart: false):
            "the app cannot decode its content-state; the previous content stays"
        case .hasEnded(let id): "\(id) has ended"
        case .outdated(let id): "\(id) already shows content with the same or a later timestamp"
        case .budgetUsed(let id, let count):
            "\(id) has already received \(count) updates of priority 10 in this hour, which is the "
                + "limit"
        case .startByBroadcast: "a broadcast cannot start an activity"
        case .startOnActivityToken:
            "a start must be sent to a push-to-start token, but this one was sent to the token of "
                + "an activity"
        case .notAStart(let event):
            "the event \(event.rawValue) must be sent to the token of the activity, not to a "
                + "push-to-start token"
        case .missingKeys(let keys): "its payload does not contain \(keys.joined(separator: ", "))"
        case .startNeedsNewerSystem: "starting an activity by push needs iOS 17.2"
        case .channelNeedsNewerSystem: "channels need iOS 18"
        case .invalidChannel: "input-push-channel is not a valid channel identifier in Base64"
        case .notDeclared: "the app does not declare NSSupportsLiveActivities"
        case .switchedOff: "Live Activities are switched off for the app"
        case .otherType(let type, let known):
            "attributes-type is \(OneLine.text(type)), but the token can start "
                + (known.isEmpty ? "no type" : OneLine.text(known.joined(separator: ", ")))
        case .tooManyActivities: "the app has reached the maximum number of Live Activities"
        }
    }

    private static func remedy(_ refusal: ActivityRefusal) -> String? {
        switch refusal {
        case .hasEnded: "Start another activity"
        case .budgetUsed: "Send updates with priority 5"
        case .tooManyActivities: "End one of them first"
        default: nil
        }
    }
}
