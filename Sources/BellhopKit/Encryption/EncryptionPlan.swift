// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopSeal

/// The plan for the encryption of an app's messages.
public struct EncryptionPlan: Sendable {
    /// The keychain access group that the app and its extensions share, with the team's prefix, for
    /// instance `ABCDE12345.com.example.chat`; `nil` for the first group of the entitlement.
    public var accessGroup: String?
    public var suite: SealSuite
    /// The servers' public keys, if any are known when the app is built. If there is at least one,
    /// messages must prove their sender.
    public var trustedSenders: [SealPublicKey]

    public init(
        accessGroup: String? = nil, suite: SealSuite = .x25519,
        trustedSenders: [SealPublicKey] = []
    ) {
        self.accessGroup = accessGroup
        self.suite = suite
        self.trustedSenders = trustedSenders
    }

    /// Returns the keys of this installation.
    public func keys(in context: AppContext) -> EncryptionKeys {
        EncryptionKeys(context, accessGroup: accessGroup, suite: suite)
    }

    /// Returns an object that opens messages. The purpose is `showing` in the service extension,
    /// and `reading` in the app.
    public func opener(
        in context: AppContext, keys: PayloadKeys = PayloadKeys(),
        purpose: MessageOpener.Purpose = .showing
    ) -> MessageOpener {
        MessageOpener(
            context, keys: self.keys(in: context), trustedSenders: trustedSenders,
            payloadKeys: keys, purpose: purpose)
    }
}
