// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the phone does with one notification: callbacks, place, sound, badge, and why.
///
/// A value; ``Device/apply(_:)`` carries it out on the phone's state, and whoever runs the app's
/// code calls the ``callbacks``.
public struct ArrivalDecision: Hashable, Sendable {
    /// Where a notification shows first.
    public enum Place: String, Hashable, Sendable, Codable, CaseIterable {
        case lockScreen = "lock-screen"
        case banner
        case notificationCenter = "notification-center"
        case none
    }

    /// How the app comes to run for its background callback.
    public enum Wake: String, Hashable, Sendable, Codable {
        /// It is in use.
        case inUse = "in-use"
        /// It was in memory.
        case woken
        /// It did not run.
        case launched
    }

    /// What the phone says about time-sensitive notifications (`INT-11`).
    public enum TimeSensitiveNote: String, Hashable, Sendable, Codable {
        /// The first one explains itself.
        case explains
        /// A later one asks whether to leave them on.
        case offersToSwitchOff = "offers-to-switch-off"
    }

    /// The app, or what the topic names when there is no such app.
    public internal(set) var bundleID: String
    /// Where the app stood; `nil` when there is no such app or the phone keeps receipt only.
    public internal(set) var appState: AppState?
    /// What app code must be asked before this is final; `nil` when it is. A decision with a
    /// question changes nothing when it is applied.
    public internal(set) var question: ArrivalQuestion?
    /// The identifier of the request; `nil` when there is nothing to show.
    public internal(set) var requestID: String?
    /// The callbacks in order; with a question those that are known so far.
    public internal(set) var callbacks: [Callback] = []
    /// The content, if the phone may show, sound or badge it; without texts when it has none.
    public internal(set) var notification: DeliveredNotification?
    public internal(set) var place = Place.none
    /// Whether it is kept, on the lock screen or in Notification Center.
    public internal(set) var isKept = false
    /// Whether a dark screen lights up for it.
    public internal(set) var lightsScreen = false
    /// The sound that is played: a file or `default`; `nil` for none.
    public internal(set) var sound: String?
    /// Whether the sound is a ringtone, which repeats for 30 seconds (`SND-5`).
    public internal(set) var repeatsSound = false
    /// Whether the phone vibrates because it is silenced and there would be a sound.
    public internal(set) var vibrates = false
    /// Whether a Focus keeps it from alerting; it is in the list all the same (`INT-1`, `INT-9`).
    public internal(set) var isSilencedByFocus = false
    /// Whether it waits for the scheduled summary and is nowhere until then.
    public internal(set) var waitsForSummary = false
    public internal(set) var timeSensitiveNote: TimeSensitiveNote?
    /// The number the badge is set to; `nil` leaves it.
    public internal(set) var badge: Int?
    /// Whether the app's list is emptied first (`BDG-5`).
    public internal(set) var clearsList = false
    /// The identifier of the notification that is replaced.
    public internal(set) var replaced: String?
    /// How the app comes to run for the background callback; `nil` when it does not.
    public internal(set) var wake: Wake?
    /// The silent push that waits on the phone now, in place of an older one (`SIL-4`).
    public internal(set) var heldPush: HeldPush?
    /// What becomes of a Live Activity; `nil` when it is none of theirs.
    public internal(set) var activity: ActivityChange?
    /// What the link to APNs must be told afterwards, in order.
    public internal(set) var linkOrders: [LinkOrder] = []
    public internal(set) var outcome = Arrival.Outcome.discarded
    /// The rules that led here, the decisive one first, each once.
    public internal(set) var reasons: [RuleID] = []
    /// One line in words.
    public internal(set) var summary = ""

    /// When it was decided; it counts as a wake of the budget when ``countsWake``.
    var decidedAt: Date
    /// Whether the wake is one of a silent push, of which there are only so many (`SIL-3`).
    var countsWake = false
    /// Whether the wake was carried out before the rest was decided.
    var wakeIsStarted = false
    /// Whether an older held push is not worth delivering any more.
    var supersedesHeld = false

    /// Whether the answer of the app in use decides about the rest.
    public var asksApp: Bool { callbacks.contains { $0.kind == .willPresent } }

    /// The callback of content-available among the ``callbacks``.
    public var backgroundCallback: Callback? {
        callbacks.first { $0.kind == .didReceiveRemoteNotification }
    }

    /// Whether the app runs in the background because of it, and is suspended again when it has
    /// finished.
    public var startsBackgroundRun: Bool {
        guard wake != nil, !wakeIsStarted else { return false }
        return appState == .suspended || appState == .terminated || appState == .forceQuit
    }

    init(bundleID: String, at now: Date) {
        self.bundleID = bundleID
        decidedAt = now
    }

    mutating func cite(_ rule: RuleID) {
        if !reasons.contains(rule) { reasons.append(rule) }
    }

    mutating func cite(_ rules: RuleID...) {
        for rule in rules { cite(rule) }
    }
}
