// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A message of the app's server, however it came: by a push, a tap, or fetched.
public struct PushMessage: Hashable, Sendable {
    /// How the app got it.
    public enum Origin: String, Hashable, Sendable, Codable {
        /// It arrived while the app was in use.
        case foreground
        /// A background push woke the app.
        case background
        /// The person tapped it or chose one of its actions.
        case response
        /// The app asked the server what it had missed.
        case fetched
    }

    /// The server's identifier, by which the same message is known however it comes; `nil` when the
    /// payload has none, and then nobody can tell two copies apart.
    public var id: String?
    public var payload: PushPayload
    public var origin: Origin

    public init(id: String?, payload: PushPayload, origin: Origin) {
        self.id = id
        self.payload = payload
        self.origin = origin
    }

    /// - Parameter keys: where the app's server writes what the kit reads.
    public init(_ payload: PushPayload, origin: Origin, keys: PayloadKeys = PayloadKeys()) {
        self.init(
            id: payload.string(anyOf: keys.messageID), payload: payload, origin: origin)
    }
}
