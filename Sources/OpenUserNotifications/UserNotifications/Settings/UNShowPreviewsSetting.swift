// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// When the text of a notification is shown. Apple: since iOS 11.0.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Even while the phone is locked.
    case always = 0
    /// Once the phone is unlocked.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}
