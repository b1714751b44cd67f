// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What an app's code asks about running in the background.
extension Device {
    /// Asks for background app refresh. Source: `BGTaskScheduler.submit(_:)`.
    public mutating func submitRefresh(
        _ request: RefreshRequest, of bundleID: String
    ) throws(RefreshFailure) {}

    /// Takes requests back; all of them when `id` is `nil`.
    public mutating func cancelRefresh(_ id: String?, of bundleID: String) {}
}

/// Why a background task is refused. The cases are those of `BGTaskScheduler.Error.Code`.
public enum RefreshFailure: Int, Error, Hashable, Sendable {
    /// Background refresh is off, or this is an extension that may not.
    case unavailable = 1
    case tooManyPendingTaskRequests = 2
    /// The background mode or the identifier's declaration is missing.
    case notPermitted = 3
}
