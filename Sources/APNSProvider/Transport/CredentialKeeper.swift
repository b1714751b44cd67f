// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// The client's view of its provider tokens: each gets a number, by which connections tell them
/// apart. Lives on one event loop.
final class CredentialKeeper {
    private let source: ProviderTokenSource
    private var tokens: [(number: UInt32, token: ProviderToken)] = []
    private var credential: PushPool<Caller>.Credential?

    /// How many tokens are remembered: those that answers may still refer to.
    private static let tokenCountMax = 4

    init(_ source: ProviderTokenSource) { self.source = source }

    /// The token for requests that go out now.
    func current(_ time: TimeSource) -> Result<PushPool<Caller>.Credential, any Error> {
        Result {
            let token = try source.token(now: time.now)
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

    /// Gets another token in place of one that APNs called expired; `false` when there is none to
    /// be had.
    func replace(_ number: UInt32, _ time: TimeSource) -> Bool {
        guard let expired = tokens.first(where: { $0.number == number })?.token else {
            return false
        }
        return (try? source.replacement(for: expired, now: time.now)) != nil
    }
}
