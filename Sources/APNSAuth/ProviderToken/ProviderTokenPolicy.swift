// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When a new provider token may be, and must be, signed for a key; a value that decides and signs
/// nothing.
///
/// APNs refuses tokens older than 60 minutes, and refuses a change sooner than 20 minutes after the
/// last ("Establishing a token-based connection to APNs"). So a token serves for ``ageMax``; and
/// only an `ExpiredProviderToken` answer, which says that the two clocks disagree, allows one early
/// change.
struct ProviderTokenPolicy: Sendable {
    /// Age at which a token is replaced: ten minutes before APNs would refuse it.
    static let ageMax: TimeInterval = 50 * 60
    /// Shortest time between two tokens of one key.
    static let changeIntervalMin: TimeInterval = 20 * 60
    /// How far behind the issue time the clock may fall before the token counts as from the future.
    static let clockStepTolerance: TimeInterval = 5 * 60

    enum Decision: Hashable {
        case sign
        case keep
    }

    private var issuedAt: Date?
    private var usedEarlyChange = false

    /// What to do for a request that is about to be sent.
    func decideForRequest(now: Date) -> Decision {
        guard let issuedAt else { return .sign }
        let age = now.timeIntervalSince(issuedAt)
        // After the clock was set back the old token lies in the future; APNs may not take it.
        return age >= Self.ageMax || age < -Self.clockStepTolerance ? .sign : .keep
    }

    /// What to do after APNs called the current token expired.
    func decideAfterExpiredAnswer(now: Date) -> Decision {
        guard let issuedAt else { return .sign }
        let age = now.timeIntervalSince(issuedAt)
        return !usedEarlyChange || age >= Self.changeIntervalMin ? .sign : .keep
    }

    /// Records that a token was signed. An early change stays used up until a token has lived its
    /// time.
    mutating func signed(at now: Date) {
        if let issuedAt {
            let age = now.timeIntervalSince(issuedAt)
            usedEarlyChange = age >= 0 && age < Self.changeIntervalMin
        }
        issuedAt = now
    }
}
