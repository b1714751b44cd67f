// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A sender's key as APNs knows it: the public half and what it may be used for.
///
/// Source: "Establishing a token-based connection to APNs".
public struct RegisteredKey: Hashable, Sendable {
    /// The ten characters of the key's name, for instance `ABC123DEFG`.
    public let keyID: String
    /// The ten characters of the team's name.
    public let teamID: String
    /// The public key, P-256, in PEM; not secret.
    public let publicKeyPEM: String
    /// The only environment it works in; `nil` for both, as classic team keys do.
    public let environment: APNSEnvironment?
    /// The only bundle identifiers it works for; `nil` for all of the team, as team keys do.
    public let bundleIDs: Set<String>?

    /// - Parameter publicKeyPEM: is read by the ``ProviderTokenCheck`` that uses it, and not here;
    ///   every provider token of a key that cannot be read is invalid.
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

/// The form in which a service saves the keys that it knows.
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
        // In order, so that the same state is always the same text.
        try fields.encodeIfPresent(bundleIDs?.sorted(), forKey: .bundleIDs)
    }
}
