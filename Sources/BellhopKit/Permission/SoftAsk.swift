// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The states on the way to the system's permission prompt. The system shows its prompt only once,
/// so it is requested only after the person has said yes to the app's own explanation.
///
///     idle ──suggest──▶ explaining ──yes──▶ prompting ──finishPrompt──▶ idle
///       ▲                   │ not now
///       └───────────────────┘
///
/// `agreed` leads directly from idle to prompting, when the person said yes on one of the app's own
/// screens.
struct SoftAsk: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case idle
        /// The app's own explanation is on the screen.
        case explaining(PermissionReason)
        /// The system's prompt is on the screen.
        case prompting(PermissionReason)
    }

    enum Action: Hashable, Sendable {
        /// Show the app's own explanation.
        case explain(PermissionReason)
        /// Let the system ask.
        case prompt(PermissionReason)
        /// Close the app's explanation.
        case close
        case refuse(PermissionRefusal)
        /// Notifications are already allowed.
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

    /// Sets the history of earlier launches, as soon as it can be read.
    mutating func recall(_ history: SoftAskHistory) { self.history = history }

    /// Handles an occasion at which the app wants to suggest notifications.
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

    /// Handles the person's yes on one of the app's own screens, for instance a switch that was
    /// turned on. Earlier "Not now" responses do not matter here.
    mutating func agreed(
        _ reason: PermissionReason, in state: PermissionState, at now: Date
    ) -> Action {
        if let early = check(reason, in: state) { return early }
        step = .prompting(reason)
        history.prompt(reason.feature, at: now)
        return .prompt(reason)
    }

    /// Handles the person's yes to the app's explanation.
    mutating func yes(at now: Date) -> Action {
        guard case .explaining(let reason) = step else { return .none }
        step = .prompting(reason)
        history.prompt(reason.feature, at: now, isExplained: true)
        return .prompt(reason)
    }

    /// Handles "Not now", or the person closing the app's explanation.
    mutating func notNow(at now: Date) -> Action {
        guard case .explaining(let reason) = step else { return .none }
        step = .idle
        history.decline(reason.feature, at: now)
        return .close
    }

    /// Handles the app no longer wanting a response; the history does not change.
    mutating func withdraw() -> Action {
        guard case .explaining = step else { return .none }
        step = .idle
        return .close
    }

    /// Handles the person's response to the system's prompt.
    mutating func finishPrompt() {
        if case .prompting = step { step = .idle }
    }

    private func check(_ reason: PermissionReason, in state: PermissionState) -> Action? {
        guard reason.isGiven else { return .refuse(.reasonMissing) }
        guard step == .idle else { return .refuse(.busy) }
        switch state {
        case .authorized: return .skip
        case .denied: return .refuse(.denied)
        case .unknown: return .refuse(.failed("the current permission is not known yet"))
        case .notDetermined, .provisional, .ephemeral: return nil
        }
    }
}
