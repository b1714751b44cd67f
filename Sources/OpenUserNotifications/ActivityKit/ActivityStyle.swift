// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How long a Live Activity lasts. Available since iOS 18.0.
public enum ActivityStyle: Sendable {
    /// The Live Activity lasts until the app, a push or the person ends it.
    case standard
    /// The Live Activity lasts until the phone is locked.
    case transient
}
