// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// Gives each provider token of a client a number, by which connections distinguish the tokens. A
/// keeper belongs to one event loop.
final class CredentialKeeper {
    let source: ProviderTokenSource
    private var tokens: [(number: UInt32, token: ProviderToken)] = []
    private var credential: PushPool<Caller>.Credential?

    /// The maximum number of stored tokens. Earlier tokens remain stored, because responses may
    /// still refer to them.
    private static let tokenCountMax = 4

    init(_ source: ProviderTokenSource) { self.source = source }

    /// Returns the token for requests that are sent now; `nil` when no token is available
    /// immediately.
    func ready(_ time: TimeSource) throws -> PushPool<Caller>.Credential? {
        try source.ready(time).map { credential(for: $0) }
    }

    /// Returns the token with the given number; `nil` when it is no longer stored.
    func token(_ number: UInt32) -> ProviderToken? {
        tokens.first { $0.number == number }?.token
    }

    private func credential(for token: ProviderToken) -> PushPool<Caller>.Credential {
        if let credential, tokens.last?.token == token { return credential }
        let number = (tokens.last?.number ?? 0) + 1
        tokens.append((number, token))
        if tokens.count > Self.tokenCountMax { tokens.removeFirst() }
        let new = PushPool<Caller>.Credential(
            authorization: token.authorizationValue, number: number)
        credential = new
        return new
    }
}
