// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A sender's key as it is registered with APNs: the public key, and the environments and apps for
/// which the key is valid.
///
/// Source: "Establishing a token-based connection to APNs".
public struct RegisteredKey: Hashable, Sendable {
    /// The ten-character key ID, for instance `ABC123DEFG`.
    public let keyID: String
    /// The ten-character team ID.
    public let teamID: String
    /// The P-256 public key in PEM form. It is not a secret.
    public let publicKeyPEM: String
    /// The only environment in which the key is valid; `nil` if the key is valid in both, like a
    /// classic team key.
    public let environment: APNSEnvironment?
    /// The only bundle identifiers for which the key is valid; `nil` if the key is valid for all
    /// apps of the team, like a team key.
    public let bundleIDs: Set<String>?

    /// - Parameter publicKeyPEM: the key in PEM form. It is parsed by the ``ProviderTokenCheck``,
    ///   not here; if parsing fails, every provider token of the key is invalid.
    public init(
        keyID: String, teamID: String, publicKeyPEM: String, environment: APNSEnvironment? = nil,
        bundleIDs: Set<String>? = nil
    ) {
        self.keyID = keyID
        self.teamID = teamID
        self.publicKeyPEM = publicKeyPEM
        self.environment = environment
        self.bundleIDs = bundleIDs
    }
}

/// The form in which a service saves its registered keys.
extension RegisteredKey: Codable {
    private enum CodingKeys: String, CodingKey {
        case keyID, teamID, publicKeyPEM, environment, bundleIDs
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(keyID, forKey: .keyID)
        try fields.encode(teamID, forKey: .teamID)
        try fields.encode(publicKeyPEM, forKey: .publicKeyPEM)
        try fields.encodeIfPresent(environment, forKey: .environment)
        // The identifiers are sorted, so that equal states have equal text.
        try fields.encodeIfPresent(bundleIDs?.sorted(), forKey: .bundleIDs)
    }
}
