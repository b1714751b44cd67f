// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
package import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// A browser that is subscribed at the simulated push service.
package struct SimulatedBrowser: Sendable {
    /// The identifier of the subscription, at the end of its endpoint.
    package let id: String
    package var name: String
    package let keys: BrowserKeys
    /// The VAPID public key for which the subscription was made, in base64url; `nil` if the
    /// subscription accepts messages of senders with any key.
    package let applicationServerKey: String?
    /// Whether the person withdrew the permission, so that the endpoint returns 410.
    package var isGone = false

    package init(id: String, name: String, keys: BrowserKeys, applicationServerKey: String?) {
        self.id = id
        self.name = name
        self.keys = keys
        self.applicationServerKey = applicationServerKey
    }

    /// The path of the endpoint.
    package var path: String { "/wpush/v1/" + id }

    /// Returns the subscription; its endpoint is at the given origin.
    package func subscription(origin: String) throws(PushSubscription.Problem) -> PushSubscription {
        try keys.subscription(endpoint: origin + path)
    }
}

extension SimulatedBrowser: Codable {
    enum CodingKeys: String, CodingKey {
        case id, name, authentication
        case privateKey = "private_key"
        case applicationServerKey = "application_server_key"
        case isGone = "is_gone"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        let privateKey = try container.decode(Data.self, forKey: .privateKey)
        keys = BrowserKeys(
            privateKey: try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey),
            authentication: Array(try container.decode(Data.self, forKey: .authentication)))
        applicationServerKey = try container.decodeIfPresent(
            String.self, forKey: .applicationServerKey)
        isGone = try container.decode(Bool.self, forKey: .isGone)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(keys.privateKey.rawRepresentation, forKey: .privateKey)
        try container.encode(Data(keys.authentication), forKey: .authentication)
        try container.encodeIfPresent(applicationServerKey, forKey: .applicationServerKey)
        try container.encode(isGone, forKey: .isGone)
    }
}
