// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The keys of one app: the client key that the app sends, and the identity secret with which its
/// server proves the identity of users.
///
/// The previous value of each key stays valid until the next rotation. So an update of the app can
/// introduce the new client key, and a server can change to the new secret, without an
/// interruption. Two rotations in a row invalidate all earlier values.
public struct AppKeys: Hashable, Sendable {
    /// The client key, which is in every copy of the app and therefore not secret.
    public var clientKey: String
    public var clientKeyBefore: String?
    /// The key with which ``UserProof`` is computed. It is secret; `nil` if the stored secret
    /// cannot be opened, because the master key is missing or different.
    public var identitySecret: String?
    public var identitySecretBefore: String?

    public init(
        clientKey: String, clientKeyBefore: String? = nil, identitySecret: String?,
        identitySecretBefore: String? = nil
    ) {
        self.clientKey = clientKey
        self.clientKeyBefore = clientKeyBefore
        self.identitySecret = identitySecret
        self.identitySecretBefore = identitySecretBefore
    }

    /// The prefix of client keys.
    static let clientKeyPrefix = "bhc_"
    /// The prefix of identity secrets.
    static let identitySecretPrefix = "bhi_"

    static func makeClientKey(using generator: inout some RandomNumberGenerator) -> String {
        clientKeyPrefix + RandomText.make(RandomText.secretCount, using: &generator)
    }

    static func makeIdentitySecret(using generator: inout some RandomNumberGenerator) -> String {
        identitySecretPrefix + RandomText.make(RandomText.secretCount, using: &generator)
    }

    /// Makes a new client key and a new identity secret.
    static func make(using generator: inout some RandomNumberGenerator) -> AppKeys {
        AppKeys(
            clientKey: makeClientKey(using: &generator),
            identitySecret: makeIdentitySecret(using: &generator))
    }
}

extension AppKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "keys of an app" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
