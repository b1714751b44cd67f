// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopSeal

/// How an app's messages are encrypted.
public struct EncryptionPlan: Sendable {
    /// The keychain access group that app and extensions share, with the team's prefix, for
    /// instance `ABCDE12345.com.example.chat`; the first of the entitlement when `nil`.
    public var accessGroup: String?
    public var suite: SealSuite
    /// Keys of servers that the app knows when it is built. With one, messages must prove who
    /// sealed them.
    public var trustedSenders: [SealPublicKey]

    public init(
        accessGroup: String? = nil, suite: SealSuite = .x25519,
        trustedSenders: [SealPublicKey] = []
    ) {
        self.accessGroup = accessGroup
        self.suite = suite
        self.trustedSenders = trustedSenders
    }

    /// The keys of this installation.
    public func keys(in context: AppContext) -> EncryptionKeys {
        EncryptionKeys(context, accessGroup: accessGroup, suite: suite)
    }

    /// Opens messages; `showing` for the service extension, `reading` for the app.
    public func opener(
        in context: AppContext, keys: PayloadKeys = PayloadKeys(),
        purpose: MessageOpener.Purpose = .showing
    ) -> MessageOpener {
        MessageOpener(
            context, keys: self.keys(in: context), trustedSenders: trustedSenders,
            payloadKeys: keys, purpose: purpose)
    }
}
