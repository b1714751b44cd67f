// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A browser's subscription, as `PushSubscription.toJSON()` of the Push API returns it:
///
/// `{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"}}`
///
/// The whole value is secret: anyone who knows it can send messages that the browser accepts.
package struct PushSubscription: Hashable, Sendable {
    /// The reason why a value is not a usable subscription.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        case notJSON
        case missing(String)
        case badEndpoint(String)
        case badBrowserKey
        case badAuthentication

        package var description: String {
            switch self {
            case .notJSON:
                "the subscription must be the JSON of PushSubscription.toJSON(): an object with "
                    + "\"endpoint\" and \"keys\""
            case .missing(let key): "the subscription has no \"\(key)\"; it must be a string"
            case .badEndpoint(let reason): "the subscription's endpoint \(reason)"
            case .badBrowserKey:
                "\"keys.p256dh\" must be 65 bytes in base64url: a point on P-256 that begins with "
                    + "4"
            case .badAuthentication: "\"keys.auth\" must be 16 bytes in base64url"
            }
        }
    }

    /// The maximum length of an endpoint, in bytes.
    package static let endpointByteCountMax = 2048

    /// The URL to which messages are posted. It is opaque; only its origin has a meaning.
    package let endpoint: String
    /// The scheme, host and port of the endpoint, without the default port.
    package let origin: String
    /// The host of the endpoint, in lower case.
    package let host: String
    /// The browser's public key: 65 bytes, uncompressed.
    package let browserKey: [UInt8]
    /// The authentication secret: 16 bytes.
    package let authentication: [UInt8]

    package init(
        endpoint: String, browserKey: [UInt8], authentication: [UInt8]
    ) throws(Problem) {
        guard endpoint.utf8.count <= Self.endpointByteCountMax else {
            throw .badEndpoint("has more than \(Self.endpointByteCountMax) bytes")
        }
        guard endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badEndpoint("contains characters that are not allowed in a URL")
        }
        guard let parts = URLComponents(string: endpoint), let scheme = parts.scheme?.lowercased(),
            ["https", "http"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty
        else { throw .badEndpoint("is not an https URL") }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw .badEndpoint("must not contain a user name, a password or a fragment")
        }
        let isDefaultPort = parts.port == nil || parts.port == (scheme == "https" ? 443 : 80)
        origin = scheme + "://" + host + (isDefaultPort ? "" : ":\(parts.port ?? 0)")
        guard browserKey.count == 65,
            (try? P256.KeyAgreement.PublicKey(x963Representation: browserKey)) != nil
        else { throw .badBrowserKey }
        guard authentication.count == 16 else { throw .badAuthentication }
        self.endpoint = endpoint
        self.host = host
        self.browserKey = browserKey
        self.authentication = authentication
    }

    /// Reads the JSON of a subscription. Further members, such as `expirationTime`, are ignored.
    package init(json: some Collection<UInt8>) throws(Problem) {
        guard let object = (try? JSONReader.read(json))?.value.objectValue else { throw .notJSON }
        try self.init(json: object)
    }

    package init(json object: JSONObject) throws(Problem) {
        guard let endpoint = object["endpoint"]?.stringValue else { throw .missing("endpoint") }
        let keys = object["keys"]?.objectValue
        guard let browserKey = keys?["p256dh"]?.stringValue else { throw .missing("keys.p256dh") }
        guard let secret = keys?["auth"]?.stringValue else { throw .missing("keys.auth") }
        try self.init(
            endpoint: endpoint, browserKey: Base64URL.decodeLeniently(browserKey) ?? [],
            authentication: Base64URL.decodeLeniently(secret) ?? [])
    }

    /// The subscription as JSON.
    package var json: JSONObject {
        [
            "endpoint": .string(endpoint),
            "keys": [
                "p256dh": .string(Base64URL.encode(browserKey)),
                "auth": .string(Base64URL.encode(authentication)),
            ],
        ]
    }

    /// The push service of the endpoint.
    package var service: PushServiceKind { PushServiceKind(host: host) }

    /// Encrypts a message for the browser.
    ///
    /// - Parameters:
    ///   - sender: a key pair that is used for no other message.
    ///   - salt: 16 random bytes.
    ///   - paddedByteCount: the size to which shorter content is padded, so that an observer does
    ///     not learn its length; 0 for no padding.
    package func encrypt(
        _ content: some Collection<UInt8>, sender: P256.KeyAgreement.PrivateKey = .init(),
        salt: [UInt8]? = nil, paddedByteCount: Int = 0
    ) throws -> [UInt8] {
        guard content.count <= WebPushLimits.contentByteCountMax else {
            throw WebPushMessage.Problem.tooLarge(
                byteCount: content.count, byteCountMax: WebPushLimits.contentByteCountMax)
        }
        let browser = try P256.KeyAgreement.PublicKey(x963Representation: browserKey)
        let secret = try MessageSecret(
            sender: sender, browser: browser, authentication: authentication)
        let padded = min(paddedByteCount, WebPushLimits.contentByteCountMax)
        return try EncryptedContent(
            encrypting: content, key: secret.contentKey,
            salt: salt ?? BrowserKeys.randomBytes(), recordSize: WebPushLimits.recordSize,
            keyIdentifier: Array(sender.publicKey.x963Representation),
            paddings: [max(0, padded - content.count)]
        ).bytes
    }
}

extension PushSubscription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The origin and a hash of the endpoint. The endpoint itself is secret.
    package var description: String { "subscription \(ShortHash.hex(endpoint.utf8)) at \(origin)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
}
