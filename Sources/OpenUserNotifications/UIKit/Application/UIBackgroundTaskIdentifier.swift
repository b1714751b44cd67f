// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The identifier of a background task. Available since iOS 4.0.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The identifier that belongs to no task: the request for background time was rejected, or the
    /// task has ended.
    public static let invalid = Self(rawValue: 0)
}
