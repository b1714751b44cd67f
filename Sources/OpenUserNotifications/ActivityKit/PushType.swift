// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How pushes address a Live Activity. Available since iOS 16.1.
public struct PushType: Equatable, Sendable {
    /// The channel's identifier; `nil` if pushes use the Live Activity's push token.
    package let channelID: String?

    /// Pushes use the Live Activity's own push token.
    public static var token: PushType { PushType(channelID: nil) }

    /// Pushes use a broadcast channel; `name` is the channel's identifier in base64. Available
    /// since iOS 18.0.
    public static func channel(_ name: String) -> PushType { PushType(channelID: name) }
}
