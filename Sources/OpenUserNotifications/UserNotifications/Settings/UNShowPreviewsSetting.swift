// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The condition under which the text of a notification is shown. Available since iOS 11.0.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// The text is shown even while the phone is locked.
    case always = 0
    /// The text is shown only while the phone is unlocked.
    case whenAuthenticated = 1
    /// The text is never shown.
    case never = 2
}
