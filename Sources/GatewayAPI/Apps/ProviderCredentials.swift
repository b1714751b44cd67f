// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The service account of a Firebase project as the gateway returns it, without its key.
public struct FCMCredentialResource: Hashable, Sendable, Codable {
    /// The identifier of the Firebase project.
    public var project: String
    /// The e-mail address of the service account.
    public var account: String?
    /// The identifier of the service account's private key.
    public var keyID: String?
    /// The SHA-256 of the key file, in hex, which distinguishes keys.
    public var fingerprint: String
    public var updatedAt: Date

    public init(
        project: String, account: String?, keyID: String?, fingerprint: String, updatedAt: Date
    ) {
        self.project = project
        self.account = account
        self.keyID = keyID
        self.fingerprint = fingerprint
        self.updatedAt = updatedAt
    }

    enum CodingKeys: String, CodingKey {
        case project, account, fingerprint
        case keyID = "key_id"
        case updatedAt = "updated_at"
    }
}

/// The VAPID key of an app's site as the gateway returns it, without the private key.
public struct WebPushCredentialResource: Hashable, Sendable, Codable {
    /// The public key that the site passes to `pushManager.subscribe()` as `applicationServerKey`,
    /// in base64url.
    public var publicKey: String
    /// The `mailto:` or `https:` URL at which push services can contact the sender.
    public var subject: String
    /// The URL that a click opens if a message contains no URL.
    public var navigate: String
    /// The SHA-256 of the key, in hex.
    public var fingerprint: String
    public var updatedAt: Date

    public init(
        publicKey: String, subject: String, navigate: String, fingerprint: String, updatedAt: Date
    ) {
        self.publicKey = publicKey
        self.subject = subject
        self.navigate = navigate
        self.fingerprint = fingerprint
        self.updatedAt = updatedAt
    }

    enum CodingKeys: String, CodingKey {
        case subject, navigate, fingerprint
        case publicKey = "public_key"
        case updatedAt = "updated_at"
    }
}

/// The body of `PUT /v1/apps/{bundle_id}/web-push`.
public struct WebPushCredentialRequest: Sendable, Codable {
    /// The private key, which is secret: PEM, or 32 bytes in base64url. If `nil`, the app keeps its
    /// key, or gets a new one if it has none.
    public var privateKey: String?
    /// The `mailto:` or `https:` URL at which push services can contact the sender.
    public var subject: String
    /// The URL that a click opens if a message contains no URL: an `https:` URL.
    public var navigate: String

    public init(privateKey: String? = nil, subject: String, navigate: String) {
        self.privateKey = privateKey
        self.subject = subject
        self.navigate = navigate
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["private_key", "subject", "navigate"],
            example: #"{"subject":"mailto:ops@example.com","navigate":"https://example.com"}"#)
        privateKey = try reader.text("private_key")
        subject = try reader.required("subject", reader.text("subject"))
        navigate = try reader.required("navigate", reader.text("navigate"))
    }

    enum CodingKeys: String, CodingKey {
        case subject, navigate
        case privateKey = "private_key"
    }
}

extension WebPushCredentialRequest: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "VAPID key of \(subject)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["subject": subject]) }
}
