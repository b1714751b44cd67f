// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The source of the provider tokens of a key. A process must have only one source for each key,
/// which all its connections share.
///
/// All simultaneous requests get the same token. The source follows the rules of
/// `ProviderTokenPolicy`, even if the machine's clock is changed: a token is used for 50 minutes. A
/// second token within 20 minutes is signed only if APNs has responded with `ExpiredProviderToken`,
/// and then only once.
///
/// Several processes that send with the same key share a token through a ``ProviderTokenStore``.
public final class ProviderTokenSource: Sendable {
    typealias Moment = ProviderTokenPolicy.Moment

    struct State {
        var policy = ProviderTokenPolicy()
        var current: ProviderToken?
    }

    public let key: ProviderKey
    let store: (any ProviderTokenStore)?
    let reportFailure: @Sendable (ProviderTokenStoreFailure) -> Void
    let state = Mutex(State())
    /// Lets only one request of a process use the store at a time.
    let exchange = SingleFlight()

    /// Makes a source that does not share its token with other processes.
    public init(key: ProviderKey) {
        self.key = key
        store = nil
        reportFailure = { _ in }
    }

    /// Makes a source that shares its token with other processes.
    ///
    /// - Parameters:
    ///   - onStoreFailure: a function that is called when the store could not be used and this
    ///     process signed its own token. The function should write the failure to a log; sending
    ///     continues.
    public init(
        key: ProviderKey, store: any ProviderTokenStore,
        onStoreFailure: @escaping @Sendable (ProviderTokenStoreFailure) -> Void
    ) {
        self.key = key
        self.store = store
        reportFailure = onStoreFailure
    }

    /// Returns the token for a request that is sent now, without waiting.
    ///
    /// Without a store, the source signs a token when there is none or the current token is too
    /// old. Signing takes some tens of microseconds and happens under the lock.
    ///
    /// - Returns: The token; `nil` when the shared store has to be queried first, with
    ///   ``refreshed(_:)``.
    public func ready(_ time: TimeSource) throws -> ProviderToken? {
        try ready(wall: time.now, uptime: time.uptime)
    }

    /// Returns the token for a request that is sent now. Intended for callers that have already
    /// read their clocks; see ``ready(_:)``.
    public func ready(wall: Date, uptime: Duration) throws -> ProviderToken? {
        let moment = Moment(wall: wall, uptime: uptime)
        return try state.withLock { state in
            if let current = state.current, state.policy.decideForRequest(at: moment) == .keep {
                return current
            }
            return store == nil ? try sign(&state, at: moment) : nil
        }
    }

    /// Returns the token for a request that is sent now, and queries the shared store if necessary.
    ///
    /// Any number of callers share one query of the store. Each step of the query may take up to
    /// ``storeTimeout``.
    ///
    /// - Throws: An error when signing fails; a failure of the store is never thrown.
    public func refreshed(_ time: TimeSource) async throws -> ProviderToken {
        if let token = try ready(time) { return token }
        return try await exchange.run {
            if let token = try self.ready(time) { return token }
            if let token = try await self.exchanged(inPlaceOf: nil, time) { return token }
            return try self.signedHere(time)
        }
    }

    /// Returns the token to use after APNs rejected `expired` with `ExpiredProviderToken`.
    ///
    /// - Returns: A token other than `expired`, to be used on a **new** connection; `nil` when no
    ///   token may be signed yet, so that the rejection is final.
    public func replacement(
        for expired: ProviderToken, _ time: TimeSource
    ) async throws -> ProviderToken? {
        if store == nil {
            return try replacementHere(for: expired, at: Moment(time))
        }
        return try await exchange.run {
            if let current = self.state.withLock({ $0.current }), current != expired {
                return current
            }
            return try await self.exchanged(inPlaceOf: expired, time)
        }
    }

    /// Decides without a store which token to use after APNs rejected `expired` with
    /// `ExpiredProviderToken`.
    func replacementHere(for expired: ProviderToken, at moment: Moment) throws -> ProviderToken? {
        try state.withLock { state in
            if let current = state.current, current != expired { return current }
            guard state.policy.decideAfterExpiredResponse(at: moment) == .sign else { return nil }
            return try sign(&state, at: moment)
        }
    }

    func signedHere(_ time: TimeSource) throws -> ProviderToken {
        try state.withLock { try sign(&$0, at: Moment(time)) }
    }

    func sign(_ state: inout State, at moment: Moment) throws -> ProviderToken {
        let token = try ProviderToken(signedBy: key, issuedAt: moment.wall)
        state.policy.signed(issuedAt: token.issuedAt, at: moment)
        state.current = token
        return token
    }
}

extension ProviderTokenPolicy.Moment {
    init(_ time: TimeSource) { self.init(wall: time.now, uptime: time.uptime) }
}
