// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The result that a background callback reports. Source: `UIBackgroundFetchResult`.
public enum FetchResult: String, Hashable, Sendable, Codable, CaseIterable {
    case newData = "new-data"
    case noData = "no-data"
    case failed
}
