// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Exchanges tokens with the shared store.
extension ProviderTokenSource {
    /// The longest time for one step of a ``ProviderTokenStore``. When it has passed, this process
    /// signs its own token.
    public static let storeTimeout = Duration.seconds(2)
    /// The maximum number of attempts to store a token while other processes keep storing tokens
    /// that this process cannot use.
    static let exchangeAttemptsMax = 3

    /// The name under which the token of this key is stored, which consists of the team identifier
    /// and the key identifier.
    var storeName: String { "\(key.teamID).\(key.keyID)" }

    /// Returns the stored token, or signs a token and stores it.
    ///
    /// - Parameter expired: the token that APNs reported as expired; `nil` for an ordinary refresh.
    /// - Returns: The token to use; `nil` when no token may be signed yet or there is no store.
    func exchanged(
        inPlaceOf expired: ProviderToken?, _ time: TimeSource
    ) async throws -> ProviderToken? {
        guard let store else { return nil }
        do {
            return try await exchanged(inPlaceOf: expired, store, time)
        } catch let failure as ProviderTokenStoreFailure {
            reportFailure(failure)
            guard let expired else { return try signedHere(time) }
            return try replacementHere(for: expired, at: Moment(time))
        }
    }

    private func exchanged(
        inPlaceOf expired: ProviderToken?, _ store: any ProviderTokenStore, _ time: TimeSource
    ) async throws -> ProviderToken? {
        let name = storeName
        var stored = try await Self.limited(time) { try await store.load(name) }
        for _ in 0..<Self.exchangeAttemptsMax {
            let moment = Moment(time)
            if let token = adopt(stored, unless: expired, at: moment) { return token }
            guard let (token, offer) = try draft(inPlaceOf: expired, at: moment) else { return nil }
            let seen = stored
            stored = try await Self.limited(time) {
                try await store.replace(seen, with: offer, name: name)
            }
            if stored == offer {
                state.withLock { state in
                    state.policy.signed(issuedAt: token.issuedAt, at: moment)
                    state.current = token
                }
                return token
            }
        }
        throw ProviderTokenStoreFailure.contended
    }

    /// Starts to use the stored token if this key signed it and the policy accepts it.
    private func adopt(
        _ stored: SharedProviderToken?, unless expired: ProviderToken?, at moment: Moment
    ) -> ProviderToken? {
        guard let stored, stored.text != expired?.text,
            let token = ProviderToken(stored.text, signedBy: key)
        else { return nil }
        return state.withLock { state in
            guard state.policy.accepts(issuedAt: token.issuedAt, at: moment) else { return nil }
            state.policy.adopted(
                issuedAt: token.issuedAt, isEarlyChange: stored.isEarlyChange, at: moment)
            state.current = token
            return token
        }
    }

    /// Signs a new token, which is not used until it has been stored.
    private func draft(
        inPlaceOf expired: ProviderToken?, at moment: Moment
    ) throws -> (ProviderToken, SharedProviderToken)? {
        let policy = state.withLock { $0.policy }
        if expired != nil, policy.decideAfterExpiredResponse(at: moment) == .keep { return nil }
        let token = try ProviderToken(signedBy: key, issuedAt: moment.wall)
        let offer = SharedProviderToken(
            text: token.text, isEarlyChange: policy.isEarly(at: moment))
        return (token, offer)
    }

    private enum Step<Value: Sendable>: Sendable {
        case done(Value)
        case late
    }

    /// Performs one step of the store. Throws an error when the step fails or takes too long.
    private static func limited<Value: Sendable>(
        _ time: TimeSource, _ work: @escaping @Sendable () async throws -> Value
    ) async throws(ProviderTokenStoreFailure) -> Value {
        let due = time.uptime + storeTimeout
        do {
            return try await withThrowingTaskGroup(of: Step<Value>.self) { group in
                group.addTask { .done(try await work()) }
                group.addTask {
                    try await time.sleep(untilUptime: due)
                    return .late
                }
                defer { group.cancelAll() }
                guard case .done(let value) = try await group.next() else {
                    throw ProviderTokenStoreFailure.timedOut
                }
                return value
            }
        } catch let failure as ProviderTokenStoreFailure {
            throw failure
        } catch { throw .failed(error) }
    }
}

extension ProviderToken {
    /// Makes a token from the text of a token that another process signed.
    ///
    /// - Returns: `nil` when the token's key ID, team ID or signature does not match this key.
    init?(_ text: String, signedBy key: ProviderKey) {
        guard let parsed = try? UnverifiedProviderToken(text), parsed.oddities.isEmpty,
            parsed.algorithm == "ES256", parsed.keyID == key.keyID, parsed.teamID == key.teamID,
            let issuedAt = parsed.issuedAt,
            ProviderTokenVerifier.isSigned(parsed, by: key.publicKey)
        else { return nil }
        self.init(verified: text, issuedAt: issuedAt)
    }
}
