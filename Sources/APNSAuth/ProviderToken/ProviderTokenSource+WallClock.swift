// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Functions for callers that have only one clock. Use a source either with these functions or with
/// a `TimeSource`, but not with both.
extension ProviderTokenSource {
    /// Returns the token for a request that is sent now. Signs a token when there is none or the
    /// current token is too old. Does not use the store.
    public func token(now: Date) throws -> ProviderToken {
        let moment = Moment(now: now)
        return try state.withLock { state in
            if let current = state.current, state.policy.decideForRequest(at: moment) == .keep {
                return current
            }
            return try sign(&state, at: moment)
        }
    }

    /// Returns the token to use after APNs rejected `expired` with `ExpiredProviderToken`. Does not
    /// use the store.
    ///
    /// - Returns: A token other than `expired`, to be used on a **new** connection; `nil` when no
    ///   token may be signed yet, so that the rejection is final.
    public func replacement(for expired: ProviderToken, now: Date) throws -> ProviderToken? {
        try replacementHere(for: expired, at: Moment(now: now))
    }
}

extension ProviderTokenPolicy.Moment {
    fileprivate init(now: Date) {
        self.init(wall: now, uptime: Duration(saturatingSeconds: now.timeIntervalSince1970))
    }
}
