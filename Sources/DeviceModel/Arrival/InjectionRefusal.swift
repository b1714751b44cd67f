// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why the Simulator rejects a push that did not come from APNs (`REG-15`).
enum InjectionRefusal: Hashable, Sendable {
    case neverRequestedPermission
    case nothingVisible

    /// Determines why a push is rejected; `nil` if the push is accepted, or was not injected into a
    /// Simulator.
    init?(_ context: ArrivalContext, _ content: NotificationContent) {
        guard context.isInjectedIntoSimulator else { return nil }
        if context.app.authorization == .notDetermined {
            self = .neverRequestedPermission
        } else if !content.isPerceptible {
            self = .nothingVisible
        } else {
            return nil
        }
    }
}
