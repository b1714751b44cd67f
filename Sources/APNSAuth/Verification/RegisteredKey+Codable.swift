// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

/// The form in which a service saves the keys it knows. The public half is not secret.
extension RegisteredKey: Codable {
    private enum CodingKeys: String, CodingKey {
        case keyID, teamID, publicKeyPEM, environment, bundleIDs
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            keyID: try fields.decode(String.self, forKey: .keyID),
            teamID: try fields.decode(String.self, forKey: .teamID),
            publicKey: try P256.Signing.PublicKey(
                pemRepresentation: try fields.decode(String.self, forKey: .publicKeyPEM)),
            environment: try fields.decodeIfPresent(APNSEnvironment.self, forKey: .environment),
            bundleIDs: try fields.decodeIfPresent(Set<String>.self, forKey: .bundleIDs))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(keyID, forKey: .keyID)
        try fields.encode(teamID, forKey: .teamID)
        try fields.encode(publicKey.pemRepresentation, forKey: .publicKeyPEM)
        try fields.encodeIfPresent(environment, forKey: .environment)
        try fields.encodeIfPresent(bundleIDs?.sorted(), forKey: .bundleIDs)
    }
}
