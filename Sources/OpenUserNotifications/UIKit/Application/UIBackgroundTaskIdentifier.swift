// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A piece of work that an app finishes in the background. Apple: since iOS 4.0.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No work: background time was refused, or the work has ended.
    public static let invalid = Self(rawValue: 0)
}
