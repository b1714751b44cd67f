// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The texts that belong to one app: what its copies present, and what its server proves users by.
///
/// Of each, the one before stays good until the next is made: an update of the app can carry the
/// new client key, and a server can change to the new secret, while nothing stops. Making two in a
/// row ends all that came before.
public struct AppKeys: Hashable, Sendable {
    /// The publishable key. It is in every copy of the app and therefore no secret.
    public var clientKey: String
    public var clientKeyBefore: String?
    /// The key of ``UserProof``. Secret.
    public var identitySecret: String
    public var identitySecretBefore: String?

    public init(
        clientKey: String, clientKeyBefore: String? = nil, identitySecret: String,
        identitySecretBefore: String? = nil
    ) {
        self.clientKey = clientKey
        self.clientKeyBefore = clientKeyBefore
        self.identitySecret = identitySecret
        self.identitySecretBefore = identitySecretBefore
    }

    /// What a client key begins with.
    static let clientKeyPrefix = "bhc_"
    /// What an identity secret begins with.
    static let identitySecretPrefix = "bhi_"

    static func makeClientKey(using generator: inout some RandomNumberGenerator) -> String {
        clientKeyPrefix + RandomText.make(RandomText.secretCount, using: &generator)
    }

    static func makeIdentitySecret(using generator: inout some RandomNumberGenerator) -> String {
        identitySecretPrefix + RandomText.make(RandomText.secretCount, using: &generator)
    }

    /// Makes new ones of both.
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
