// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether `content-available` makes the app run. The phone shows the notification without waiting
/// for the app.
enum WakeDecision: Hashable, Sendable {
    case notRequested
    case refused(WakeRefusal)
    /// The app is made to run.
    case runs(ArrivalDecision.Wake)
    /// The background callback was started before the other answers were known.
    case isRunning(ArrivalDecision.Wake)

    /// - Parameter isSilent: Whether `content-available` is all that the push requests. Only such
    ///   silent pushes have a budget; the budget does not limit pushes that are also shown.
    init(_ context: ArrivalContext, isSilent: Bool) {
        guard context.origin.isContentAvailable else {
            self = .notRequested
            return
        }
        if let started = context.answers?.startedWake {
            self = .isRunning(started)
            return
        }
        let app = context.app
        if let refusal = context.device.wakeRefusal(
            of: app, state: context.state, isSilent: isSilent, at: context.now)
        {
            self = .refused(refusal)
        } else if context.answers == nil, !app.behaviour.implementsBackgroundCallback {
            self = .refused(.noCallback)
        } else {
            self = .runs(ArrivalDecision.Wake(context.state))
        }
    }

    /// How the app is made to run; `nil` when it is not made to run.
    var wake: ArrivalDecision.Wake? {
        switch self {
        case .runs(let wake), .isRunning(let wake): wake
        case .notRequested, .refused: nil
        }
    }

    /// Returns the background callback; `nil` when the callback does not run, or already runs.
    func callback(_ context: ArrivalContext, _ rule: RuleID) -> Callback? {
        if case .runs = self { context.backgroundCallback(rule) } else { nil }
    }
}
