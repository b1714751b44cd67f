// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When a new provider token may be, and must be, signed for a key; a value that decides and signs
/// nothing.
///
/// APNs refuses tokens older than 60 minutes, and refuses a change sooner than 20 minutes after the
/// last ("Establishing a token-based connection to APNs"). So a token serves for ``ageMax``, and
/// only an `ExpiredProviderToken` answer, which says that the two clocks disagree, allows one early
/// change.
///
/// Two clocks are needed. How long a token has been in use is told by the uptime, which nobody can
/// set; how old APNs takes it to be is told by the wall clock and `iat`. A step of the wall clock
/// alone never makes two tokens within ``changeIntervalMin`` of uptime: a token that looks old, or
/// as if it came from the future, is kept until then, because nobody here knows which of the two
/// readings was wrong. If the token was, APNs says so.
struct ProviderTokenPolicy: Sendable {
    /// A reading of both clocks.
    struct Moment: Hashable, Sendable {
        var wall: Date
        var uptime: Duration
    }

    /// Age at which a token is replaced: ten minutes before APNs would refuse it.
    static let ageMax = Duration.seconds(50 * 60)
    /// Shortest time between two tokens of one key.
    static let changeIntervalMin = Duration.seconds(20 * 60)
    /// How far in the future a token may seem to have been issued. APNs allows an hour.
    static let futureMax = Duration.seconds(30 * 60)

    enum Decision: Hashable {
        case sign
        case keep
    }

    private struct Current {
        let issuedAt: Date
        /// When it was issued, by the uptime; an estimate for a token that was signed elsewhere.
        let since: Duration
        let isEarlyChange: Bool
    }

    private var current: Current?

    /// What to do for a request that is about to be sent.
    func decideForRequest(at moment: Moment) -> Decision {
        guard let current else { return .sign }
        let timeInUse = moment.uptime - current.since
        if timeInUse >= Self.ageMax { return .sign }
        let looksWrong = !Self.looksGood(issuedAt: current.issuedAt, at: moment)
        return looksWrong && timeInUse >= Self.changeIntervalMin ? .sign : .keep
    }

    /// What to do after APNs called the current token expired.
    func decideAfterExpiredAnswer(at moment: Moment) -> Decision {
        guard let current else { return .sign }
        return !current.isEarlyChange || !isEarly(at: moment) ? .sign : .keep
    }

    /// Whether a token signed now comes sooner after the last than ordinary ones may.
    func isEarly(at moment: Moment) -> Bool {
        current.map { moment.uptime - $0.since < Self.changeIntervalMin } ?? false
    }

    /// Whether a token of another process will do here.
    ///
    /// One that takes the place of another has to last until the next change may be made.
    func accepts(issuedAt: Date, at moment: Moment) -> Bool {
        guard Self.looksGood(issuedAt: issuedAt, at: moment) else { return false }
        let age = moment.wall.timeIntervalSince(issuedAt)
        return current == nil || age <= (Self.ageMax - Self.changeIntervalMin).inSeconds
    }

    /// Records that a token was signed. An early change stays used up until a token has lived its
    /// time.
    mutating func signed(issuedAt: Date, at moment: Moment) {
        let isEarlyChange = isEarly(at: moment)
        current = Current(issuedAt: issuedAt, since: moment.uptime, isEarlyChange: isEarlyChange)
    }

    /// Records that a token of another process is used from now on.
    mutating func adopted(issuedAt: Date, isEarlyChange: Bool, at moment: Moment) {
        let age = min(max(0, moment.wall.timeIntervalSince(issuedAt)), Self.ageMax.inSeconds)
        current = Current(
            issuedAt: issuedAt, since: moment.uptime - Duration(saturatingSeconds: age),
            isEarlyChange: isEarlyChange)
    }

    /// Whether APNs would take the token, if this wall clock is right.
    private static func looksGood(issuedAt: Date, at moment: Moment) -> Bool {
        let age = moment.wall.timeIntervalSince(issuedAt)
        return age < ageMax.inSeconds && age > -futureMax.inSeconds
    }
}
