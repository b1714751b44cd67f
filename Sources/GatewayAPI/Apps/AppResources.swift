// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `PUT /v1/apps/{bundle_id}`.
public struct AppRequest: Hashable, Sendable, Codable {
    /// What people call the app.
    public var name: String

    public init(name: String) { self.name = name }

    /// Reads a body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: ["name"], example: #"{"name":"Trains"}"#)
        name = try reader.required("name", reader.name("name"))
    }
}

/// An app as the gateway shows it.
public struct AppResource: Hashable, Sendable, Codable {
    public var bundleID: String
    public var name: String
    /// The credential; `nil` until one is given.
    public var credential: CredentialResource?

    public init(bundleID: String, name: String, credential: CredentialResource? = nil) {
        self.bundleID = bundleID
        self.name = name
        self.credential = credential
    }

    enum CodingKeys: String, CodingKey {
        case bundleID = "bundle_id"
        case name, credential
    }
}

/// The answer to `GET /v1/apps`.
public struct AppList: Hashable, Sendable, Codable {
    public var apps: [AppResource]

    public init(apps: [AppResource]) { self.apps = apps }
}

/// The body of `PUT /v1/apps/{bundle_id}/credential`.
public struct CredentialRequest: Sendable, Codable {
    /// The text of the `.p8` file. Secret.
    public var p8: String
    public var keyID: String
    public var teamID: String

    public init(p8: String, keyID: String, teamID: String) {
        self.p8 = p8
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Reads a body.
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

/// A credential as the gateway shows it: never the key itself.
public struct CredentialResource: Hashable, Sendable, Codable {
    public var keyID: String
    public var teamID: String
    /// SHA-256 of the public key (its DER form), in hex: tells two keys apart.
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
