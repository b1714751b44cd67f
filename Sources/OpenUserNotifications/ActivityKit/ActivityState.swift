// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where a Live Activity stands. Apple: since iOS 16.1.
public enum ActivityState: String, Codable, Hashable, Sendable {
    /// It is shown and fresh.
    case active
    /// It is scheduled and did not start. Since iOS 26.0.
    case pending
    /// It is shown and out of date. Since iOS 16.2.
    case stale
    /// It has ended and may still be seen.
    case ended
    /// It cannot be seen any more.
    case dismissed
}
