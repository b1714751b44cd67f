// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How a Live Activity is updated by push. Apple: since iOS 16.1.
public struct PushType: Equatable, Sendable {
    /// The channel; nil for a token.
    package let channelID: String?

    /// By a token of its own.
    public static var token: PushType { PushType(channelID: nil) }

    /// By a channel; its identifier in base64. Since iOS 18.0.
    public static func channel(_ name: String) -> PushType { PushType(channelID: name) }
}
