// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether the app may be woken for a background refresh. Available since iOS 7.0.
public enum UIBackgroundRefreshStatus: Int, Sendable {
    /// Background refresh is off, and the person cannot turn it on.
    case restricted = 0
    /// The person turned background refresh off.
    case denied = 1
    /// Background refresh is on.
    case available = 2
}
