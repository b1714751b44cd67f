// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A request to register a key, for `POST /v1/apns/keys`. The new key replaces any key with the
/// same identifier.
package struct NewSenderKey: Codable, Sendable, Hashable {
    /// The ten-character key ID.
    package var keyID: String
    /// The ten-character team ID.
    package var teamID: String
    /// The public key in PEM format. Either this property or ``p8`` is required.
    package var publicKey: String?
    /// The text of a `.p8` file. Only the public part of this key is stored.
    package var p8: String?
    /// The bundle identifiers to which the key is restricted. By default, the key is valid for all
    /// apps of the team.
    package var topics: [String]?
    /// The environment to which the key is restricted, `sandbox` or `production`. The default is
    /// `both`.
    package var environment: String?

    enum CodingKeys: String, CodingKey {
        case p8, topics, environment
        case keyID = "key_id"
        case teamID = "team_id"
        case publicKey = "public_key"
    }

    package init(keyID: String, teamID: String) {
        self.keyID = keyID
        self.teamID = teamID
    }
}

/// A registered key; an element of the response of `GET /v1/apns/keys`.
package struct SenderKeyView: Codable, Sendable, Hashable {
    package let keyID: String
    package let teamID: String
    /// The public key in PEM form.
    package let publicKey: String
    /// The bundle identifiers to which the key is restricted; absent if the key is valid for all
    /// apps of the team.
    package let topics: [String]?
    /// The environment in which the key is valid: `sandbox`, `production` or `both`.
    package let environment: String

    enum CodingKeys: String, CodingKey {
        case topics, environment
        case keyID = "key_id"
        case teamID = "team_id"
        case publicKey = "public_key"
    }

    package init(_ key: RegisteredKey) {
        keyID = key.keyID
        teamID = key.teamID
        publicKey = key.publicKeyPEM
        topics = key.bundleIDs?.sorted()
        environment = key.environment?.rawValue ?? "both"
    }
}

/// A registered app and its capabilities. It is the body of `POST /v1/apns/apps`, and an element of
/// the response of `GET /v1/apns/apps`.
package struct SenderApp: Codable, Sendable, Hashable {
    package var bundleID: String
    /// The ten-character team ID.
    package var teamID: String
    /// Whether the App ID has the Push Notifications capability; `true` by default.
    package var push: Bool?
    /// Whether the App ID has the Broadcast capability; `true` by default.
    package var broadcast: Bool?

    enum CodingKeys: String, CodingKey {
        case push, broadcast
        case bundleID = "bundle_id"
        case teamID = "team_id"
    }

    package init(bundleID: String, teamID: String, push: Bool? = nil, broadcast: Bool? = nil) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.push = push
        self.broadcast = broadcast
    }
}
