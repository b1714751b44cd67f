// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How an alert appears on the unlocked screen. Apple: since iOS 10.0.
public enum UNAlertStyle: Int, Sendable {
    /// Nothing appears.
    case none = 0
    /// A banner appears and goes away by itself.
    case banner = 1
    /// A banner stays until the person removes it.
    case alert = 2
}
