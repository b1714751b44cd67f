// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The phone's decision about one notification: the callbacks, the place where the notification
/// appears, its sound and badge, and the reasons.
///
/// A decision is a value: ``Device/apply(_:)`` changes the phone's state accordingly, and the code
/// that runs the app makes the ``callbacks``.
public struct ArrivalDecision: Hashable, Sendable {
    /// The place where a notification is shown first.
    public enum Place: String, Hashable, Sendable, Codable, CaseIterable {
        case lockScreen = "lock-screen"
        case banner
        case notificationCenter = "notification-center"
        case none
    }

    /// How the app is made to run for its background callback.
    public enum Wake: String, Hashable, Sendable, Codable {
        /// The app was in the foreground.
        case inUse = "in-use"
        /// The app was in memory.
        case woken
        /// The app did not run.
        case launched

        /// Determines how the system gets an app in the given state to run.
        init(_ state: AppState) {
            self =
                switch state {
                case .foreground: .inUse
                case .background, .suspended: .woken
                case .terminated, .forceQuit: .launched
                }
        }
    }

    /// The message about time-sensitive notifications that the phone adds to a notification
    /// (`INT-11`).
    public enum TimeSensitiveNote: String, Hashable, Sendable, Codable {
        /// The first time-sensitive notification comes with an explanation.
        case explains
        /// A later time-sensitive notification comes with an offer to switch off time-sensitive
        /// notifications.
        case offersToSwitchOff = "offers-to-switch-off"
    }

    /// The bundle identifier of the app or, if no such app is installed, the bundle identifier in
    /// the topic.
    public internal(set) var bundleID: String
    /// The state of the app; `nil` when there is no such app or the phone only records the push.
    public internal(set) var appState: AppState?
    /// The question that app code must answer before the decision is final; `nil` when the decision
    /// is final. A decision with a question has no effect when it is applied.
    public internal(set) var question: ArrivalQuestion?
    /// The identifier of the request; `nil` when there is nothing to show.
    public internal(set) var requestID: String?
    /// The callbacks in order; if the decision has a question, only the callbacks that are already
    /// known.
    public internal(set) var callbacks: [Callback] = []
    /// The notification, if the phone may show it, play its sound or set its badge; the
    /// notification may have no texts.
    public internal(set) var notification: DeliveredNotification?
    public internal(set) var place = Place.none
    /// Whether the notification stays on the lock screen or in Notification Center.
    public internal(set) var isKept = false
    /// Whether the notification lights up a dark screen.
    public internal(set) var lightsScreen = false
    /// The sound that is played: a file or `default`; `nil` for none.
    public internal(set) var sound: String?
    /// Whether the sound is a ringtone, which repeats for 30 seconds (`SND-5`).
    public internal(set) var repeatsSound = false
    /// Whether the phone vibrates because the notification has a sound and the phone is silenced.
    public internal(set) var vibrates = false
    /// Whether a Focus prevents the notification from alerting the person. The notification is
    /// still listed (`INT-1`, `INT-9`).
    public internal(set) var isSilencedByFocus = false
    /// Whether the notification waits for the scheduled summary and is not shown until then.
    public internal(set) var waitsForSummary = false
    public internal(set) var timeSensitiveNote: TimeSensitiveNote?
    /// The new number of the badge; `nil` leaves the badge unchanged.
    public internal(set) var badge: Int?
    /// Whether the app's earlier notifications are removed from Notification Center (`BDG-5`).
    public internal(set) var clearsList = false
    /// The identifier of the earlier notification that is replaced.
    public internal(set) var replaced: String?
    /// How the app is made to run for the background callback; `nil` when it is not made to run.
    public internal(set) var wake: Wake?
    /// The silent push that is now held on the phone; an older held push is dropped (`SIL-4`).
    public internal(set) var heldPush: HeldPush?
    /// The change of a Live Activity; `nil` when no activity is concerned.
    public internal(set) var activity: ActivityChange?
    /// The instructions for the phone's link to APNs, in order.
    public internal(set) var linkOrders: [LinkOrder] = []
    public internal(set) var outcome = Arrival.Outcome.discarded
    /// The rules behind the decision, the decisive one first, each once.
    public internal(set) var reasons: [RuleID] = []
    /// The facts about what happened, in order.
    private(set) var facts: [ArrivalFact] = []

    /// The time of the decision. If ``countsWake`` is true, this is the time at which the wake is
    /// recorded.
    var decidedAt: Date
    /// Whether the wake uses up one of the wakes that the limit for silent pushes allows (`SIL-3`).
    var countsWake = false
    /// Whether the app was already launched or resumed before the rest of the decision was known.
    var wakeIsStarted = false
    /// Whether the decision makes an older held push obsolete.
    var supersedesHeld = false

    /// The sentences about what happened, in one line, each with its rule.
    public var summary: String { FactText.summary(of: facts) }

    /// Whether the foreground app is asked how to present the notification.
    public var callsWillPresent: Bool { callbacks.contains { $0.kind == .willPresent } }

    /// The callback for `content-available` among the ``callbacks``.
    public var backgroundCallback: Callback? {
        callbacks.first { $0.kind == .didReceiveRemoteNotification }
    }

    /// Whether the decision makes the app run in the background. Such an app is suspended again
    /// when its callback has finished.
    public var startsBackgroundRun: Bool {
        guard wake != nil, !wakeIsStarted else { return false }
        return appState == .suspended || appState == .terminated || appState == .forceQuit
    }

    init(bundleID: String, at now: Date) {
        self.bundleID = bundleID
        decidedAt = now
    }

    /// Records what happened, and cites its rule.
    mutating func report(_ fact: ArrivalFact) {
        facts.append(fact)
        if let rule = fact.rule { cite(rule) }
    }

    /// Records what happened, without citing the rules. The rules are cited separately, in another
    /// order.
    mutating func record(_ facts: [ArrivalFact]) { self.facts += facts }

    mutating func cite(_ rule: RuleID) {
        if !reasons.contains(rule) { reasons.append(rule) }
    }

    mutating func cite(_ rules: RuleID...) { cite(rules) }

    mutating func cite(_ rules: [RuleID]) {
        for rule in rules { cite(rule) }
    }
}
