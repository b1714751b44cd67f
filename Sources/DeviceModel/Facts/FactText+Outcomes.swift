// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The sentences about the effects of actions and of the passing of time.
extension FactText {
    static func sentence(for fact: OutcomeFact) -> CitedSentence {
        CitedSentence(text(of: fact), fact.rule, more: remedy(fact))
    }

    private static func text(of fact: OutcomeFact) -> String {
        switch fact {
        case .responseLostToForceQuit: "The response was lost, because the app was force-quit"
        case .responseLostWithoutDelegate:
            "The response was lost, because the app had no notification center delegate when its "
                + "launch finished"
        case .ephemeralPermissionEnded: "The App Clip's permission for notifications ended"
        case .summaryDelivered(let count, let mostRelevant):
            "The scheduled summary arrived with \(count) notification\(count == 1 ? "" : "s"); "
                + "the most relevant is “\(mostRelevant)”"
        case .noCallReported(let count, isStopped: true):
            "The app was terminated, because it reported no call for \(count) VoIP pushes in a "
                + "row; it no longer receives VoIP pushes"
        case .noCallReported(_, isStopped: false):
            "The app was terminated, because it reported no call for a VoIP push"
        case .activityStartedAsScheduled(let id): "Live Activity \(id) started as scheduled"
        case .activityBecameStale(let id): "Live Activity \(id) became stale"
        case .activityEndedBySystem(let id): "The system ended Live Activity \(id) after 8 hours"
        case .activityLeftLockScreen(let id):
            "Live Activity \(id) was removed from the Lock Screen"
        case .activityNotChanged(let id, let refusal):
            "Live Activity \(OneLine.text(id)) was not changed, because \(because(refusal))"
        }
    }

    private static func remedy(_ fact: OutcomeFact) -> String? {
        switch fact {
        case .noCallReported(_, isStopped: true): "Reinstall the app"
        case .noCallReported(_, isStopped: false): "Report a call to CallKit"
        default: nil
        }
    }

    private static func because(_ refusal: ActivityCallRefusal) -> String {
        switch refusal {
        case .hasEnded: "it has ended or does not exist"
        case .outdated: "it already shows content with the same or a later timestamp"
        case .tooLarge: "attributes and content state together exceed 4 KB"
        }
    }
}
