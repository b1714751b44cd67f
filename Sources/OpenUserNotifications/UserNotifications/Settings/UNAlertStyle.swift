// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How an alert appears on the unlocked screen. Available since iOS 10.0.
public enum UNAlertStyle: Int, Sendable {
    /// No alert appears.
    case none = 0
    /// A banner appears and disappears by itself.
    case banner = 1
    /// A banner stays until the person dismisses it.
    case alert = 2
}
