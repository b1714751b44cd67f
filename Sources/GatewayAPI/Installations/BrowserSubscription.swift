// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A browser's subscription, as `PushSubscription.toJSON()` of the Push API returns it. It is
/// secret: anyone who has it can send messages that the browser accepts.
public struct BrowserSubscription: Hashable, Sendable, Codable {
    /// The keys with which messages are encrypted, in base64url.
    public struct Keys: Hashable, Sendable, Codable {
        /// The browser's public key: 65 bytes.
        public var p256dh: String
        /// The authentication secret: 16 bytes.
        public var auth: String

        public init(p256dh: String, auth: String) {
            self.p256dh = p256dh
            self.auth = auth
        }
    }

    /// The URL to which messages are posted, at the push service of the browser.
    public var endpoint: String
    public var keys: Keys

    public init(endpoint: String, keys: Keys) {
        self.endpoint = endpoint
        self.keys = keys
    }

    private static let example =
        #"{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"}}"#

    /// Reads the value of a key. Browsers add `expirationTime`, which is ignored.
    init?(_ reader: FormReader, key: String) throws(Problem) {
        let form = try reader.form(
            key, keys: ["endpoint", "keys", "expirationTime"], example: Self.example)
        guard let form else { return nil }
        endpoint = try form.required("endpoint", form.text("endpoint"))
        let keys = try form.form("keys", keys: ["p256dh", "auth"], example: #"{"p256dh":"…"}"#)
        guard let keys else {
            throw form.bad("keys", "is missing; send what toJSON() of the subscription returns")
        }
        self.keys = Keys(
            p256dh: try keys.required("p256dh", keys.text("p256dh")),
            auth: try keys.required("auth", keys.text("auth")))
    }
}

extension BrowserSubscription: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "subscription \(ShortHash.hex(endpoint.utf8))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
