// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The state of a Live Activity. Available since iOS 16.1.
public enum ActivityState: String, Codable, Hashable, Sendable {
    /// The Live Activity is visible and up to date.
    case active
    /// The Live Activity is scheduled and has not started. Available since iOS 26.0.
    case pending
    /// The Live Activity is visible and out of date. Available since iOS 16.2.
    case stale
    /// The Live Activity has ended and may still be visible.
    case ended
    /// The Live Activity is no longer visible.
    case dismissed
}
