// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kind of an outgoing message. Apple: since iOS 14.0.
public enum INOutgoingMessageType: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// Text.
    case outgoingMessageText = 1
    /// An audio message.
    case outgoingMessageAudio = 2
}
