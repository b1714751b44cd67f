// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What the phone does with one push: callbacks, place, sound, badge, and why.
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

    /// The app, or what the topic names when there is no such app.
    public internal(set) var bundleID: String
    /// Where the app stood; `nil` when there is no such app or the phone keeps receipt only.
    public internal(set) var appState: AppState?
    /// What app code must be asked before this is final; `nil` when it is.
    public internal(set) var question: ArrivalQuestion?
    /// The identifier of the request; `nil` when there is nothing to show.
    public internal(set) var requestID: String?
    /// The callbacks in order.
    public internal(set) var callbacks: [Callback] = []
    /// The content, if the phone may show, sound or badge it; without texts when it has none.
    public internal(set) var notification: DeliveredNotification?
    public internal(set) var place = Place.none
    /// Whether it is kept, on the lock screen or in Notification Center.
    public internal(set) var isKept = false
    /// The sound that is played: a file or `default`; `nil` for none.
    public internal(set) var sound: String?
    /// The number the badge is set to; `nil` leaves it.
    public internal(set) var badge: Int?
    /// Whether the app's list is emptied first (`BDG-5`).
    public internal(set) var clearsList = false
    /// The identifier of the notification that is replaced.
    public internal(set) var replaced: String?
    /// How the app comes to run for the background callback; `nil` when it does not.
    public internal(set) var wake: Wake?
    public internal(set) var outcome = Arrival.Outcome.discarded
    /// The rules that led here, the decisive one first, each once.
    public internal(set) var reasons: [RuleID] = []
    /// One line in words.
    public internal(set) var summary = ""

    /// Whether the answer of the app in use decides about the rest.
    public var asksApp: Bool { callbacks.contains { $0.kind == .willPresent } }

    /// Whether the app runs in the background because of it, and is suspended again when it has
    /// finished.
    public var startsBackgroundRun: Bool {
        wake != nil && (appState == .suspended || appState == .terminated)
    }

    init(bundleID: String) { self.bundleID = bundleID }

    mutating func cite(_ rules: RuleID...) {
        for rule in rules where !reasons.contains(rule) { reasons.append(rule) }
    }
}
