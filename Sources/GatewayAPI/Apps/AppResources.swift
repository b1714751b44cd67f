// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `PUT /v1/apps/{bundle_id}`.
public struct AppRequest: Hashable, Sendable, Codable {
    /// The app's display name.
    public var name: String
    /// Whether an app must prove for which user it acts. `nil` leaves the rule of an existing app
    /// unchanged, and means `required` for a new app.
    public var userProof: UserProofRule?

    public init(name: String, userProof: UserProofRule? = nil) {
        self.name = name
        self.userProof = userProof
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name
        case userProof = "user_proof"
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: CodingKeys.allCases.map(\.rawValue), example: #"{"name":"Trains"}"#)
        name = try reader.required("name", reader.name("name"))
        userProof = try reader.word("user_proof", UserProofRule.self)
    }
}

/// Whether an app that registers an installation for a user must prove that it acts for that user.
public enum UserProofRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// A registration that names a user requires the proof that the app's own server creates.
    case required
    /// Any client with the client key, which is in every copy of the app, can register as any user
    /// and receives that user's messages. For experiments only.
    case off
}

/// An app as the gateway returns it.
public struct AppResource: Hashable, Sendable, Codable {
    public var bundleID: String
    public var name: String
    /// The credential; `nil` if none has been set.
    public var credential: CredentialResource?
    /// The client key, which every copy of the app contains. The key is valid only for this app's
    /// calls under `/v1/device`.
    public var clientKey: String?
    public var userProof: UserProofRule?
    /// The secret with which the app's server proves who a user is. It is only present in the
    /// response to the request that created it.
    public var identitySecret: String?
    /// The secrets that the gateway cannot open, because its master key is missing or another one:
    /// `credential`, `identity_secret`. `nil` if it can open all of them.
    public var locked: [String]?

    public init(
        bundleID: String, name: String, credential: CredentialResource? = nil,
        clientKey: String? = nil, userProof: UserProofRule? = nil, identitySecret: String? = nil,
        locked: [String]? = nil
    ) {
        self.bundleID = bundleID
        self.name = name
        self.credential = credential
        self.clientKey = clientKey
        self.userProof = userProof
        self.identitySecret = identitySecret
        self.locked = locked
    }

    enum CodingKeys: String, CodingKey {
        case bundleID = "bundle_id"
        case name, credential, locked
        case clientKey = "client_key"
        case userProof = "user_proof"
        case identitySecret = "identity_secret"
    }
}

/// The response to `GET /v1/apps`.
public struct AppList: Hashable, Sendable, Codable {
    public var apps: [AppResource]

    public init(apps: [AppResource]) { self.apps = apps }
}

/// The body of `PUT /v1/apps/{bundle_id}/credential`.
public struct CredentialRequest: Sendable, Codable {
    /// The text of the `.p8` file, which is secret.
    public var p8: String
    public var keyID: String
    public var teamID: String

    public init(p8: String, keyID: String, teamID: String) {
        self.p8 = p8
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["p8", "key_id", "team_id"],
            example:
                #"{"p8":"-----BEGIN PRIVATE KEY-----…","key_id":"ABC123DEFG","#
                + #""team_id":"DEF123GHIJ"}"#
        )
        p8 = try reader.required("p8", reader.text("p8"))
        keyID = try reader.required("key_id", reader.text("key_id"))
        teamID = try reader.required("team_id", reader.text("team_id"))
    }

    enum CodingKeys: String, CodingKey {
        case p8
        case keyID = "key_id"
        case teamID = "team_id"
    }
}

extension CredentialRequest: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "credential with key \(keyID) of team \(teamID)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}

/// A credential as the gateway returns it, without the key itself.
public struct CredentialResource: Hashable, Sendable, Codable {
    public var keyID: String
    public var teamID: String
    /// The SHA-256 hash of the public key (in DER form), in hex, which distinguishes keys.
    public var fingerprint: String
    public var updatedAt: Date

    public init(keyID: String, teamID: String, fingerprint: String, updatedAt: Date) {
        self.keyID = keyID
        self.teamID = teamID
        self.fingerprint = fingerprint
        self.updatedAt = updatedAt
    }

    enum CodingKeys: String, CodingKey {
        case keyID = "key_id"
        case teamID = "team_id"
        case fingerprint
        case updatedAt = "updated_at"
    }
}
