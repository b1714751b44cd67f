// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The stored values of an app.
public struct StoredApp: Hashable, Sendable {
    public var bundleID: String
    public var name: String
    /// The public facts about the app's credential; `nil` until the app has one.
    public var credential: CredentialFacts?
    public var userProof: UserProofRule
    /// The app's keys; `nil` for an app that an older version of Bellhop created and that has not
    /// been read through the API since.
    public var keys: AppKeys?
    /// The secrets of the app that cannot be opened, because the master key is missing or
    /// different.
    public var locked: [AppSecret] = []
    /// The percentage of the installations whose receipts are stored: 1 to 100.
    public var receiptPercent = 100
    /// What happens to alerts for installations where the person has denied notifications.
    public var denied = DeniedRule.suppress
    /// Whether nothing is sent for the app, because another sender sends its notifications.
    public var isShadow = false

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

/// A kind of secret that the gateway stores for an app.
public enum AppSecret: String, Hashable, Sendable, CaseIterable {
    case credential
    case identitySecret = "identity_secret"
}

/// The facts about a credential that may be shown.
public struct CredentialFacts: Hashable, Sendable {
    public var keyID: String
    public var teamID: String
    /// The SHA-256 of the public key, in hex.
    public var fingerprint: String
    public var updatedAt: Date
    public var kind = CredentialKind.key
    /// The time at which a certificate expires; `nil` for a key.
    public var expiresAt: Date?
    /// The environments of a certificate; empty for a key.
    public var environments: [APNSEnvironment] = []

    public init(keyID: String, teamID: String, fingerprint: String, updatedAt: Date) {
        self.keyID = keyID
        self.teamID = teamID
        self.fingerprint = fingerprint
        self.updatedAt = updatedAt
    }
}

/// The provider key or the push certificate of one app, including the private key. The description
/// does not include the private key.
public struct AppCredential: Hashable, Sendable {
    public var bundleID: String
    public var keyID: String
    public var teamID: String
    /// The text of the `.p8` file; for a certificate, its chain and its private key as PEM. It is
    /// secret.
    public var p8: String
    /// The SHA-256 of the public key, in hex.
    public var fingerprint: String
    public var kind = CredentialKind.key
    /// The time at which a certificate expires; `nil` for a key.
    public var expiresAt: Date?
    /// The environments of a certificate; empty for a key.
    public var environments: [APNSEnvironment] = []
    /// Whether nothing is sent for the app; see ``StoredApp/isShadow``.
    public var isShadow = false

    public init(bundleID: String, keyID: String, teamID: String, p8: String, fingerprint: String) {
        self.bundleID = bundleID
        self.keyID = keyID
        self.teamID = teamID
        self.p8 = p8
        self.fingerprint = fingerprint
    }
}

extension AppCredential {
    /// The identity of this credential. Two credentials with the same key differ if the key is used
    /// with another key ID or team ID.
    var identity: String { "\(teamID)/\(keyID)/\(fingerprint)" }
}

extension AppCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        kind == .certificate
            ? "certificate for \(bundleID)" : "key \(keyID) of team \(teamID) for \(bundleID)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}
