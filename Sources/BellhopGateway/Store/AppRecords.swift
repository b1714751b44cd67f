// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An app as it is stored.
public struct StoredApp: Hashable, Sendable {
    public var bundleID: String
    public var name: String
    /// What may be shown of its credential; `nil` until there is one.
    public var credential: CredentialFacts?
    public var userProof: UserProofRule
    /// `nil` for an app that an older Bellhop made, until somebody asks for it.
    public var keys: AppKeys?

    public init(
        bundleID: String, name: String, credential: CredentialFacts? = nil,
        userProof: UserProofRule = .required, keys: AppKeys? = nil
    ) {
        self.bundleID = bundleID
        self.name = name
        self.credential = credential
        self.userProof = userProof
        self.keys = keys
    }
}

/// What may be shown of a credential.
public struct CredentialFacts: Hashable, Sendable {
    public var keyID: String
    public var teamID: String
    /// SHA-256 of the public key, in hex.
    public var fingerprint: String
    public var updatedAt: Date

    public init(keyID: String, teamID: String, fingerprint: String, updatedAt: Date) {
        self.keyID = keyID
        self.teamID = teamID
        self.fingerprint = fingerprint
        self.updatedAt = updatedAt
    }
}

/// The provider key of one app, with its secret part. It prints without it.
public struct AppCredential: Hashable, Sendable {
    public var bundleID: String
    public var keyID: String
    public var teamID: String
    /// The text of the `.p8` file. Secret.
    public var p8: String
    /// SHA-256 of the public key, in hex.
    public var fingerprint: String

    public init(bundleID: String, keyID: String, teamID: String, p8: String, fingerprint: String) {
        self.bundleID = bundleID
        self.keyID = keyID
        self.teamID = teamID
        self.p8 = p8
        self.fingerprint = fingerprint
    }
}

extension AppCredential {
    /// Tells this credential from any other: two with the same key differ when it is used under
    /// another identifier or for another team.
    var identity: String { "\(teamID)/\(keyID)/\(fingerprint)" }
}

extension AppCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "key \(keyID) of team \(teamID) for \(bundleID)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}

/// An API key as it is stored: without the key.
public struct StoredAPIKey: Hashable, Sendable {
    /// The eight characters that stand in the key in clear.
    public var id: String
    /// What it is for.
    public var name: String
    /// SHA-256 of the whole key.
    public var hash: [UInt8]
    public var createdAt: Date

    public init(id: String, name: String, hash: [UInt8], createdAt: Date) {
        self.id = id
        self.name = name
        self.hash = hash
        self.createdAt = createdAt
    }
}
