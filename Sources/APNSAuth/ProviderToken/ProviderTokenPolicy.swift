// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides when a new provider token may be signed for a key, and when a new token must be signed.
/// The policy signs nothing itself.
///
/// APNs rejects tokens older than 60 minutes, and also rejects a new token within 20 minutes of the
/// previous token ("Establishing a token-based connection to APNs"). A token is therefore used for
/// ``ageMax``. Only an `ExpiredProviderToken` response, which means that the clocks of the sender
/// and of APNs disagree, allows one early change.
///
/// Two clocks are needed. The uptime, which cannot be set, measures how long a token has been in
/// use; the wall clock and `iat` determine the age that APNs computes. A step of the wall clock
/// alone never leads to two tokens within ``changeIntervalMin`` of uptime. If a token appears to be
/// too old or to be issued in the future, the wall clock may have been wrong when the token was
/// signed, or may be wrong now. The policy cannot distinguish these cases, so it keeps the token
/// until ``changeIntervalMin`` has passed. If the token is wrong, APNs rejects it.
struct ProviderTokenPolicy: Sendable {
    /// A reading of both clocks.
    struct Moment: Hashable, Sendable {
        var wall: Date
        var uptime: Duration
    }

    /// The age at which a token is replaced, ten minutes before APNs would reject it.
    static let ageMax = Duration.seconds(50 * 60)
    /// The shortest time between two tokens of one key.
    static let changeIntervalMin = Duration.seconds(20 * 60)
    /// The maximum time by which a token's issue time may be in the future. APNs allows an hour.
    static let futureMax = Duration.seconds(30 * 60)

    enum Decision: Hashable {
        case sign
        case keep
    }

    private struct Current {
        let issuedAt: Date
        /// The uptime at which the token was issued. For a token that was signed by another
        /// process, this is an estimate.
        let since: Duration
        let isEarlyChange: Bool
    }

    private var current: Current?

    /// Decides which token to use for a request that is about to be sent.
    func decideForRequest(at moment: Moment) -> Decision {
        guard let current else { return .sign }
        let timeInUse = moment.uptime - current.since
        if timeInUse >= Self.ageMax { return .sign }
        let isImplausible = !Self.isPlausible(issuedAt: current.issuedAt, at: moment)
        return isImplausible && timeInUse >= Self.changeIntervalMin ? .sign : .keep
    }

    /// Decides which token to use after APNs reported that the current token has expired.
    func decideAfterExpiredResponse(at moment: Moment) -> Decision {
        guard let current else { return .sign }
        return !current.isEarlyChange || !isEarly(at: moment) ? .sign : .keep
    }

    /// Returns whether a token signed now would follow the previous token within
    /// ``changeIntervalMin``.
    func isEarly(at moment: Moment) -> Bool {
        current.map { moment.uptime - $0.since < Self.changeIntervalMin } ?? false
    }

    /// Returns whether a token that another process signed can be used.
    ///
    /// A token that replaces the current token must remain usable until the next change is allowed.
    func accepts(issuedAt: Date, at moment: Moment) -> Bool {
        guard Self.isPlausible(issuedAt: issuedAt, at: moment) else { return false }
        let age = moment.wall.timeIntervalSince(issuedAt)
        return current == nil || age <= (Self.ageMax - Self.changeIntervalMin).inSeconds
    }

    /// Records that a token was signed. After an early change, the next change is possible only
    /// when ``changeIntervalMin`` has passed.
    mutating func signed(issuedAt: Date, at moment: Moment) {
        let isEarlyChange = isEarly(at: moment)
        current = Current(issuedAt: issuedAt, since: moment.uptime, isEarlyChange: isEarlyChange)
    }

    /// Records that a token signed by another process is now in use.
    mutating func adopted(issuedAt: Date, isEarlyChange: Bool, at moment: Moment) {
        let age = min(max(0, moment.wall.timeIntervalSince(issuedAt)), Self.ageMax.inSeconds)
        current = Current(
            issuedAt: issuedAt, since: moment.uptime - Duration(saturatingSeconds: age),
            isEarlyChange: isEarlyChange)
    }

    /// Returns whether APNs accepts the token's age, provided that the wall clock is right.
    private static func isPlausible(issuedAt: Date, at moment: Moment) -> Bool {
        let age = moment.wall.timeIntervalSince(issuedAt)
        return age < ageMax.inSeconds && age > -futureMax.inSeconds
    }
}
