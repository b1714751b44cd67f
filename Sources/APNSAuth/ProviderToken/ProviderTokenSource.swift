// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The one place that hands out provider tokens of a key; share it among all connections of a
/// process.
///
/// However many requests ask at once, one token is signed and all get it. The rules are
/// ``ProviderTokenPolicy``'s: a token serves for 50 minutes, and two within 20 minutes are made
/// only once after APNs answered `ExpiredProviderToken`, whatever happens to the machine's clock.
///
/// Several processes that send with one key share a token by a ``ProviderTokenStore``.
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
    /// Keeps the requests of a process from asking the store side by side.
    let exchange = SingleFlight()

    /// A source of this process alone.
    public init(key: ProviderKey) {
        self.key = key
        store = nil
        reportFailure = { _ in }
    }

    /// A source that shares its token with other processes.
    ///
    /// - Parameters:
    ///   - onStoreFailure: is told when the store could not be used, so that this process signed
    ///     a token of its own; write it to the log. Sending goes on.
    public init(
        key: ProviderKey, store: any ProviderTokenStore,
        onStoreFailure: @escaping @Sendable (ProviderTokenStoreFailure) -> Void
    ) {
        self.key = key
        self.store = store
        reportFailure = onStoreFailure
    }

    /// The token for a request sent now, at once.
    ///
    /// Without a store it signs a token when there is none or the current one is too old, which
    /// takes some tens of microseconds and happens under the lock.
    ///
    /// - Returns: `nil` when a shared store has to be asked first: call ``refreshed(_:)``.
    public func ready(_ time: TimeSource) throws -> ProviderToken? {
        try ready(wall: time.now, uptime: time.uptime)
    }

    /// The same for a caller that has read its clocks already.
    public func ready(wall: Date, uptime: Duration) throws -> ProviderToken? {
        let moment = Moment(wall: wall, uptime: uptime)
        return try state.withLock { state in
            if let current = state.current, state.policy.decideForRequest(at: moment) == .keep {
                return current
            }
            return store == nil ? try sign(&state, at: moment) : nil
        }
    }

    /// The token for a request sent now; asks the shared store if there is need.
    ///
    /// Any number of callers share one question to the store, which may take
    /// ``storeTimeout`` for each of its steps.
    ///
    /// - Throws: when signing fails; never because of the store.
    public func refreshed(_ time: TimeSource) async throws -> ProviderToken {
        if let token = try ready(time) { return token }
        return try await exchange.run {
            if let token = try self.ready(time) { return token }
            if let token = try await self.exchanged(inPlaceOf: nil, time) { return token }
            return try self.signedHere(time)
        }
    }

    /// The token to use after APNs answered `ExpiredProviderToken` to another.
    ///
    /// - Returns: a token other than `expired`, to be used on a **new** connection; `nil` when none
    ///   may be signed yet, so that the answer stands.
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

    /// The decision after an `ExpiredProviderToken` without a store.
    func replacementHere(for expired: ProviderToken, at moment: Moment) throws -> ProviderToken? {
        try state.withLock { state in
            if let current = state.current, current != expired { return current }
            guard state.policy.decideAfterExpiredAnswer(at: moment) == .sign else { return nil }
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
