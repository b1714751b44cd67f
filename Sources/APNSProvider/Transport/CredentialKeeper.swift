// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// The client's view of its provider tokens: each gets a number, by which connections tell them
/// apart. Lives on one event loop.
final class CredentialKeeper {
    let source: ProviderTokenSource
    private var tokens: [(number: UInt32, token: ProviderToken)] = []
    private var credential: PushPool<Caller>.Credential?

    /// How many tokens are remembered: those that answers may still refer to.
    private static let tokenCountMax = 4

    init(_ source: ProviderTokenSource) { self.source = source }

    /// The token for requests that go out now; `nil` when it has to be waited for.
    func ready(_ time: TimeSource) throws -> PushPool<Caller>.Credential? {
        try source.ready(time).map { credential(for: $0) }
    }

    /// The token of a number; `nil` when it is forgotten.
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
