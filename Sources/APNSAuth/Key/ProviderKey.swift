// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Crypto

/// The private key of a `.p8` file, with its key ID and team ID. It signs provider tokens.
///
/// Source: "Establishing a token-based connection to APNs".
public struct ProviderKey: Sendable {
    /// The ten-character key ID, for instance `ABC123DEFG`.
    public let keyID: String
    /// The ten-character team ID.
    public let teamID: String
    let privateKey: P256.Signing.PrivateKey

    /// Reads the text of a `.p8` file.
    ///
    /// - Throws: ``ProviderKeyError``, which states what the text contains instead of a key, and
    ///   how to fix it.
    public init(p8 text: String, keyID: String, teamID: String) throws(ProviderKeyError) {
        try self.init(privateKey: P8.read(text), keyID: keyID, teamID: teamID)
    }

    /// Makes a provider key from a private key that is already in memory.
    public init(
        privateKey: P256.Signing.PrivateKey, keyID: String, teamID: String
    ) throws(ProviderKeyError) {
        guard Self.isIdentifier(keyID) else {
            throw .badIdentifier(name: "key ID", value: keyID)
        }
        guard Self.isIdentifier(teamID) else {
            throw .badIdentifier(name: "team ID", value: teamID)
        }
        self.privateKey = privateKey
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Makes a new key for tests. It is not registered with Apple.
    public static func generate(keyID: String, teamID: String) throws(ProviderKeyError)
        -> ProviderKey
    {
        try ProviderKey(privateKey: P256.Signing.PrivateKey(), keyID: keyID, teamID: teamID)
    }

    public var publicKey: P256.Signing.PublicKey { privateKey.publicKey }

    /// The text of a `.p8` file that contains this key. It is secret: write it only to a file that
    /// only its owner can read.
    public var p8Text: String { privateKey.pemRepresentation + "\n" }

    /// Returns whether a text has the form of Apple's team identifiers: ten capital letters and
    /// digits.
    package static func isTeamID(_ text: String) -> Bool { isIdentifier(text) }

    /// Returns whether a text has the form of Apple's key and team identifiers: ten capital letters
    /// and digits.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }
}

extension ProviderKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "key \(keyID) of team \(teamID)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}
