// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kind of an outgoing message. Available since iOS 14.0.
public enum INOutgoingMessageType: Int, Sendable {
    /// The kind of message is unknown.
    case unknown = 0
    /// A text message.
    case outgoingMessageText = 1
    /// An audio message.
    case outgoingMessageAudio = 2
}
