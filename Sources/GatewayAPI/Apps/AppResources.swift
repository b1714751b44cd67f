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
    /// The settings to change; `nil` values leave a setting unchanged.
    public var settings = AppSettings()

    public init(
        name: String, userProof: UserProofRule? = nil, settings: AppSettings = AppSettings()
    ) {
        self.name = name
        self.userProof = userProof
        self.settings = settings
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name
        case userProof = "user_proof"
        case receiptPercent = "receipt_percent"
        case denied, shadow
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        userProof = try values.decodeIfPresent(UserProofRule.self, forKey: .userProof)
        settings.receiptPercent = try values.decodeIfPresent(Int.self, forKey: .receiptPercent)
        settings.denied = try values.decodeIfPresent(DeniedRule.self, forKey: .denied)
        settings.shadow = try values.decodeIfPresent(Bool.self, forKey: .shadow)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encodeIfPresent(userProof, forKey: .userProof)
        try values.encodeIfPresent(settings.receiptPercent, forKey: .receiptPercent)
        try values.encodeIfPresent(settings.denied, forKey: .denied)
        try values.encodeIfPresent(settings.shadow, forKey: .shadow)
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: CodingKeys.allCases.map(\.rawValue), example: #"{"name":"Trains"}"#)
        name = try reader.required("name", reader.name("name"))
        userProof = try reader.word("user_proof", UserProofRule.self)
        settings.receiptPercent = try reader.integer("receipt_percent")
        if let percent = settings.receiptPercent, !(1...100).contains(percent) {
            throw reader.bad("receipt_percent", "is out of range; send 1 to 100")
        }
        settings.denied = try reader.word("denied", DeniedRule.self)
        settings.shadow = try reader.boolean("shadow")
    }
}

/// The settings of an app that a server may change at any time.
public struct AppSettings: Hashable, Sendable {
    /// The part of the installations whose receipts are stored, in percent: 1 to 100. Default 100.
    public var receiptPercent: Int?
    /// What happens to alerts for installations that have reported that notifications are denied.
    /// Default `suppress`.
    public var denied: DeniedRule?
    /// Whether the app is in shadow mode: another sender sends the messages to the app, and the
    /// gateway makes the same decisions as usual but sends nothing. Default `false`.
    public var shadow: Bool?

    public init(receiptPercent: Int? = nil, denied: DeniedRule? = nil, shadow: Bool? = nil) {
        self.receiptPercent = receiptPercent
        self.denied = denied
        self.shadow = shadow
    }
}

/// What happens to alerts for an installation whose app has reported that the person does not allow
/// notifications.
public enum DeniedRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// The alerts are not sent; their deliveries end as `suppressed`, for the reason `no_consent`.
    case suppress
    /// The alerts are sent. The system shows them only if the person has allowed notifications
    /// after the app's last report.
    case send
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
    /// The service account for FCM; `nil` if none has been set.
    public var fcm: FCMCredentialResource?
    /// The VAPID key for Web Push; `nil` if none has been set.
    public var webPush: WebPushCredentialResource?
    /// The secrets that the gateway cannot open, because its master key is missing or different:
    /// `credential`, `identity_secret`, `fcm`, `web_push`. `nil` if it can open all of them.
    public var locked: [String]?
    /// The credentials that providers refuse now, as this gateway has seen in the responses to its
    /// messages; `nil` if there are none. Meanwhile the app's messages wait.
    public var refused: [RefusedCredential]?
    /// The part of the installations whose receipts are stored, in percent.
    public var receiptPercent: Int?
    /// What happens to alerts for installations that have reported that notifications are denied.
    public var denied: DeniedRule?
    /// Whether the gateway sends nothing for the app; see ``AppSettings/shadow``.
    public var shadow: Bool?

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
        case name, credential, locked, refused, denied, shadow, fcm
        case webPush = "web_push"
        case receiptPercent = "receipt_percent"
        case clientKey = "client_key"
        case userProof = "user_proof"
        case identitySecret = "identity_secret"
    }
}

/// A credential that a provider has refused several times in a row. The gateway sends one message a
/// minute as a trial, until the provider accepts one or the app gets another credential.
public struct RefusedCredential: Hashable, Sendable, Codable {
    public var transport: PushTransport
    /// The environment of APNs; `nil` for other transports.
    public var environment: APNSEnvironment?
    /// The reason that the provider gave, such as `InvalidProviderToken`.
    public var reason: String

    public init(transport: PushTransport, environment: APNSEnvironment?, reason: String) {
        self.transport = transport
        self.environment = environment
        self.reason = reason
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
    /// The kind of credential.
    public var kind: CredentialKind
    /// The identifier of the key; `nil` for a certificate.
    public var keyID: String?
    /// The identifier of the team; `nil` for a certificate.
    public var teamID: String?
    /// The SHA-256 hash of the public key (in DER form), in hex, which distinguishes keys.
    public var fingerprint: String
    public var updatedAt: Date
    /// The time at which a certificate expires; `nil` for a key, which does not expire.
    public var expiresAt: Date?
    /// The environments of a certificate; `nil` for a key.
    public var environments: [APNSEnvironment]?

    public init(
        kind: CredentialKind = .key, keyID: String?, teamID: String?, fingerprint: String,
        updatedAt: Date, expiresAt: Date? = nil, environments: [APNSEnvironment]? = nil
    ) {
        self.kind = kind
        self.keyID = keyID
        self.teamID = teamID
        self.fingerprint = fingerprint
        self.updatedAt = updatedAt
        self.expiresAt = expiresAt
        self.environments = environments
    }

    enum CodingKeys: String, CodingKey {
        case kind, fingerprint, environments
        case keyID = "key_id"
        case teamID = "team_id"
        case updatedAt = "updated_at"
        case expiresAt = "expires_at"
    }
}

/// The kind of an app's credential.
public enum CredentialKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A key (`.p8`) that signs provider tokens.
    case key
    /// A push certificate (`.p12` or PEM) with its private key.
    case certificate
}
