// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether the app may be woken to refresh itself. Apple: since iOS 7.0.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// It may not, and the person cannot change it.
    case restricted = 0
    /// The person turned it off.
    case denied = 1
    /// It may.
    case available = 2
}
