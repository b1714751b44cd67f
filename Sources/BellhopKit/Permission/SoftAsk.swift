// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The steps between an occasion and the system's one prompt, as a value: the prompt comes only
/// after the person said yes to the app's own words.
///
///     idle ──suggest──▶ explaining ──yes──▶ prompting ──answered──▶ idle
///       ▲                   │ not now
///       └───────────────────┘
///
/// `agreed` leads from idle to prompting: there the person said yes on a screen of the app's own.
struct SoftAsk: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case idle
        /// The app's own words are on the screen.
        case explaining(PermissionReason)
        /// The system asks.
        case prompting(PermissionReason)
    }

    enum Action: Hashable, Sendable {
        /// Show the app's own words.
        case explain(PermissionReason)
        /// Let the system ask.
        case prompt(PermissionReason)
        /// Take the app's words away.
        case close
        case refuse(PermissionRefusal)
        /// Notifications are allowed already.
        case skip
        case none
    }

    private(set) var step = Step.idle
    private(set) var history: SoftAskHistory
    var policy: SoftAskPolicy

    init(history: SoftAskHistory = SoftAskHistory(), policy: SoftAskPolicy = SoftAskPolicy()) {
        self.history = history
        self.policy = policy
    }

    /// What earlier launches left could be read.
    mutating func recall(_ history: SoftAskHistory) { self.history = history }

    /// The app finds the occasion good.
    mutating func suggest(
        _ reason: PermissionReason, in state: PermissionState, at now: Date
    ) -> Action {
        if let early = check(reason, in: state) { return early }
        history.correct(at: now)
        if let refusal = history.refusal(of: reason.feature, policy: policy, at: now) {
            return .refuse(refusal)
        }
        step = .explaining(reason)
        return .explain(reason)
    }

    /// The person said yes on a screen of the app's own, for instance turned a switch on. Earlier
    /// "Not now"s do not count against that.
    mutating func agreed(
        _ reason: PermissionReason, in state: PermissionState, at now: Date
    ) -> Action {
        if let early = check(reason, in: state) { return early }
        step = .prompting(reason)
        history.prompt(reason.feature, at: now)
        return .prompt(reason)
    }

    /// The person said yes to the app's words.
    mutating func yes(at now: Date) -> Action {
        guard case .explaining(let reason) = step else { return .none }
        step = .prompting(reason)
        history.prompt(reason.feature, at: now)
        return .prompt(reason)
    }

    /// The person said "Not now", or closed the app's words.
    mutating func notNow(at now: Date) -> Action {
        guard case .explaining(let reason) = step else { return .none }
        step = .idle
        history.decline(reason.feature, at: now)
        return .close
    }

    /// The app does not want an answer any more; that counts for nothing.
    mutating func withdraw() -> Action {
        guard case .explaining = step else { return .none }
        step = .idle
        return .close
    }

    /// The system has its answer.
    mutating func answered() {
        if case .prompting = step { step = .idle }
    }

    private func check(_ reason: PermissionReason, in state: PermissionState) -> Action? {
        guard reason.isGiven else { return .refuse(.reasonMissing) }
        guard step == .idle else { return .refuse(.busy) }
        switch state {
        case .authorized: return .skip
        case .denied: return .refuse(.denied)
        case .unknown: return .refuse(.failed("the permission was not looked up yet"))
        case .notDetermined, .provisional, .ephemeral: return nil
        }
    }
}
