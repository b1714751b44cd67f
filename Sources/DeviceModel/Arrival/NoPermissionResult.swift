// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The result of a notification that must not be shown because the app lacks permission.
struct NoPermissionResult {
    private(set) var rules: [RuleID]
    private(set) var facts: [ArrivalFact]
    private(set) var outcome = Arrival.Outcome.discarded
    private(set) var callbacks: [Callback] = []
    /// How the app is made to run although the payload lacks `content-available`; `nil` when it is
    /// not made to run.
    private(set) var wake: ArrivalDecision.Wake?

    init(_ context: ArrivalContext, _ content: NotificationContent, _ decided: WakeDecision) {
        let isDenied = context.app.authorization == .denied
        rules = [isDenied ? "AUTH-23" : "AUTH-24"]
        facts = [.noPermission(isDenied: isDenied)]
        switch decided {
        case .refused(let refusal):
            rules += ["LC-21", refusal.rule]
            facts.append(.notWoken(refusal))
        case .runs(let wake), .isRunning(let wake):
            rules.append("LC-21")
            if let callback = decided.callback(context, "LC-21") { callbacks = [callback] }
            outcome = context.isInForeground ? .handledByApp : .ranInBackground
            facts.append(.ranForBackground(wake, "LC-21"))
        case .notRequested:
            guard context.isInForeground, !isDenied, context.origin.push != nil,
                context.choices.unaskedPushReachesAppInUse
            else { break }
            rules.append("LC-20")
            wake = .inUse
            callbacks = [context.backgroundCallback("LC-20")]
            outcome = .handledByApp
            facts.append(.handedOver(.noPermission))
        }
        if context.origin.isMutable, content.hasText { rules.append("LC-23") }
    }
}
