// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a background fetch brought. Apple: since iOS 7.0.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData = 0
    /// Nothing new.
    case noData = 1
    /// An error.
    case failed = 2
}
