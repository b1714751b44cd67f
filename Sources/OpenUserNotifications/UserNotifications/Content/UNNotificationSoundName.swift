// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The name of a sound file in the app. Available since iOS 10.0.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file's name with its extension.
    public var rawValue: String

    /// Creates a name from a file name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a name from a file name.
    public init(rawValue: String) { self.rawValue = rawValue }
}
