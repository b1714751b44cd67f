// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why the Simulator rejects a push that did not come from APNs (`REG-15`).
enum InjectionRefusal: Hashable, Sendable {
    case neverRequestedPermission
    case nothingVisible

    /// `nil` if the push is not injected into a Simulator, or is accepted.
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
