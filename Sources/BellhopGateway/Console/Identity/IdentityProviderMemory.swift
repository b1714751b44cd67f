// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The cached description and keys of the identity provider, and when they are requested again.
struct IdentityProviderMemory: Sendable {
    /// The time after which description and keys are requested again.
    static let ageMax = Duration.seconds(3600)
    /// The minimum time between two requests for the keys if a token has an unknown key.
    static let keyPauseMin = Duration.seconds(60)
    /// The time after a failure for which the provider is not asked for its description again.
    static let failurePause = Duration.seconds(5)

    private var described: (IdentityProviderDescription, at: Duration)?
    private var read: (IdentityProviderKeys, at: Duration)?
    private var failed: (fault: IdentityFault, at: Duration)?

    enum DescriptionStep: Sendable {
        case use(IdentityProviderDescription)
        case ask
        case fail(IdentityFault)
    }

    /// Decides where the description comes from.
    func description(at now: Duration) -> DescriptionStep {
        if let described, now - described.at < Self.ageMax { return .use(described.0) }
        if let failed, now - failed.at < Self.failurePause { return .fail(failed.fault) }
        return .ask
    }

    mutating func note(_ description: IdentityProviderDescription, at now: Duration) {
        described = (description, now)
        failed = nil
    }

    mutating func note(_ fault: IdentityFault, at now: Duration) { failed = (fault, now) }

    /// Returns the keys for a token; `nil` if they have to be requested. They are also requested
    /// for a token with an unknown key, but at most once in ``keyPauseMin``.
    func keys(for token: IDToken, at now: Duration) -> IdentityProviderKeys? {
        guard let read, now - read.at < Self.ageMax else { return nil }
        let isKnown = read.0.contain(token.keyID, for: token.algorithm)
        return isKnown || now - read.at < Self.keyPauseMin ? read.0 : nil
    }

    mutating func note(_ keys: IdentityProviderKeys, at now: Duration) { read = (keys, now) }
}
