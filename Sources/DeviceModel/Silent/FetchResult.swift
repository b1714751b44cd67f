// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a background callback says it found. Source: `UIBackgroundFetchResult`.
public enum FetchResult: String, Hashable, Sendable, Codable, CaseIterable {
    case newData = "new-data"
    case noData = "no-data"
    case failed
}
