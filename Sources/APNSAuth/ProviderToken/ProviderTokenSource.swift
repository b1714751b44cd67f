// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The one place that hands out provider tokens of a key; share it among all connections of a
/// process.
///
/// However many requests ask at once, one token is signed and all get it: signing (some 15 µs)
/// happens under the lock. The rules are ``ProviderTokenPolicy``'s.
public final class ProviderTokenSource: Sendable {
    private struct State {
        var policy = ProviderTokenPolicy()
        var current: ProviderToken?
    }

    public let key: ProviderKey
    private let state = Mutex(State())

    public init(key: ProviderKey) { self.key = key }

    /// The token for a request sent now; signs one when there is none or the current one is too
    /// old.
    public func token(now: Date) throws -> ProviderToken {
        try state.withLock { state in
            if let current = state.current, state.policy.decideForRequest(now: now) == .keep {
                return current
            }
            return try sign(&state, now: now)
        }
    }

    /// The token to use after APNs answered `ExpiredProviderToken` to another.
    ///
    /// - Returns: a token other than `expired`, to be used on a **new** connection; `nil` when none
    ///   may be signed yet, so that the answer stands.
    public func replacement(for expired: ProviderToken, now: Date) throws -> ProviderToken? {
        try state.withLock { state in
            if let current = state.current, current != expired { return current }
            guard state.policy.decideAfterExpiredAnswer(now: now) == .sign else { return nil }
            return try sign(&state, now: now)
        }
    }

    private func sign(_ state: inout State, now: Date) throws -> ProviderToken {
        let token = try ProviderToken(signedBy: key, issuedAt: now)
        state.policy.signed(at: now)
        state.current = token
        return token
    }
}
