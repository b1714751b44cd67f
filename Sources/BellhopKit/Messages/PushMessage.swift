// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A message from the app's server, whether it arrived in a push, was tapped, or was fetched.
public struct PushMessage: Hashable, Sendable {
    /// The way in which the app received the message.
    public enum Origin: String, Hashable, Sendable, Codable {
        /// The push arrived while the app was in use.
        case foreground
        /// A background push woke the app.
        case background
        /// The person tapped the notification or chose one of its actions.
        case response
        /// The app fetched the message from the server, because its push had not arrived.
        case fetched
    }

    /// The server's identifier, which is the same however the message arrives; `nil` when the
    /// payload has none, in which case copies cannot be recognized.
    public var id: String?
    public var payload: PushPayload
    public var origin: Origin

    public init(id: String?, payload: PushPayload, origin: Origin) {
        self.id = id
        self.payload = payload
        self.origin = origin
    }

    /// - Parameter keys: the payload keys that the app's server uses.
    public init(_ payload: PushPayload, origin: Origin, keys: PayloadKeys = PayloadKeys()) {
        self.init(
            id: payload.string(anyOf: keys.messageID), payload: payload, origin: origin)
    }
}
