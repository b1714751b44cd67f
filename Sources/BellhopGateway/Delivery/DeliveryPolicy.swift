// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSProvider
import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decides what happens after an attempt, without a storage, a clock or a network.
///
/// `RejectionReason.row` describes the consequences of a reason; the policy also considers the
/// time, the number of attempts and the token's registration.
public struct DeliveryPolicy: Hashable, Sendable {
    /// The maximum of the random delay before the first retry; it doubles with each attempt.
    /// Default 1 second.
    public var backoffBase: Duration
    /// The maximum of the random delay before any retry. Default 60 seconds.
    public var backoffMax: Duration
    /// The maximum number of attempts. Default 5000, which takes about two days with
    /// ``backoffMax``, so that a delivery's deadline usually ends its attempts first.
    public var attemptsMax: Int

    public init(
        backoffBase: Duration = .seconds(1), backoffMax: Duration = .seconds(60),
        attemptsMax: Int = 5000
    ) {
        self.backoffBase = backoffBase
        self.backoffMax = backoffMax
        self.attemptsMax = attemptsMax
    }

    /// Returns a decision if a delivery must not be sent at all, because its deadline has passed or
    /// its token is known to be unusable; otherwise `nil`.
    public func decideBeforeSending(
        tokenState: TokenState, deadline: Date, now: Date
    ) -> DeliveryDecision? {
        if !tokenState.isUsable {
            return DeliveryDecision(
                .finish(.suppressed, reason: Self.suppressionReason(tokenState), status: nil))
        }
        return now >= deadline ? DeliveryDecision(.finish(.expired, reason: nil, status: nil)) : nil
    }

    /// Returns the reason for not sending to a token, for instance `token_dead`.
    public static func suppressionReason(_ state: TokenState) -> String {
        "token_\(state.rawValue)"
    }

    /// Decides what happens after an attempt.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt, from 1.
    ///   - deadline: the time after which the gateway no longer tries.
    ///   - registeredAt: the time of the last registration call with the token; `nil` if there was
    ///     none.
    public func decide(
        _ outcome: PushOutcome, attempt: Int, now: Date, deadline: Date, registeredAt: Date?,
        using generator: inout some RandomNumberGenerator
    ) -> DeliveryDecision {
        switch outcome {
        case .accepted:
            return DeliveryDecision(.finish(.accepted, reason: nil, status: 200), token: .proven)
        case .rejected(let rejection):
            guard Self.mayRepeat(rejection) else {
                return DeliveryDecision(
                    .finish(.rejected, reason: rejection.reason.rawValue, status: rejection.status),
                    token: Self.verdict(on: rejection, registeredAt: registeredAt))
            }
            return again(
                attempt: attempt, now: now, deadline: deadline, reason: rejection.reason.rawValue,
                status: rejection.status, using: &generator)
        case .unknown(let unknown):
            return again(
                attempt: attempt, now: now, deadline: deadline,
                reason: Self.word(for: unknown), status: unknown.status, using: &generator)
        }
    }

    /// Returns the reason that a delivery shows while its outcome is unknown. A response that is
    /// not from APNs says nothing about the token or the message, so the delivery is tried again,
    /// as after a lost response.
    private static func word(for unknown: UnknownOutcome) -> String {
        if unknown.code == .notFromAPNs { return unknown.code.rawValue }
        return unknown.mayHaveBeenProcessed ? "no_answer" : "not_sent"
    }

    /// Decides what happens if a request could not be sent, for instance because the app has no
    /// credential.
    ///
    /// - Parameter reason: the reason that the delivery shows until the next attempt.
    public func decideNotSent(
        because reason: String, attempt: Int, now: Date, deadline: Date,
        using generator: inout some RandomNumberGenerator
    ) -> DeliveryDecision {
        again(
            attempt: attempt, now: now, deadline: deadline, reason: reason, status: nil,
            using: &generator)
    }

    /// Returns whether APNs rejected the credential and not the notification: status 403 means that
    /// "there was an error with the certificate or with the provider's authentication token"
    /// ("Handling notification responses from APNs"). The notification can be sent with another
    /// credential.
    static func refusesCredential(_ rejection: Rejection) -> Bool { rejection.status == 403 }

    /// Returns whether the same request may be sent again. If the reason is unknown, the status
    /// decides.
    private static func mayRepeat(_ rejection: Rejection) -> Bool {
        if refusesCredential(rejection) { return true }
        return switch rejection.reason.row?.retry {
        case .never, .fix: false
        case .newProviderToken, .newConnection, .later: true
        case nil: rejection.status == 429 || rejection.status >= 500
        }
    }

    /// Returns the conclusion about the token. A 410 is valid up to its timestamp, so a
    /// registration at that time or later keeps the token active. A 410 without a timestamp only
    /// makes the token suspect.
    private static func verdict(
        on rejection: Rejection, registeredAt: Date?
    ) -> DeliveryDecision.TokenVerdict {
        let reason = rejection.reason.rawValue
        switch rejection.reason.row?.tokenConsequence ?? (rejection.status == 410 ? .dead : .none) {
        case .none: return .unchanged
        case .suspect: return .suspect(reason: reason)
        case .dead:
            guard let timestamp = rejection.timestamp else { return .suspect(reason: reason) }
            if let registeredAt, registeredAt >= timestamp { return .unchanged }
            return .dead(reason: reason, since: timestamp)
        }
    }

    /// The longest time for which a service's `Retry-After` is obeyed.
    static let retryAfterMax = Duration.seconds(300)

    /// - Parameter notBefore: the time for which the service asks to wait.
    func again(
        attempt: Int, now: Date, deadline: Date, reason: String, status: Int?,
        notBefore: Duration = .zero, using generator: inout some RandomNumberGenerator
    ) -> DeliveryDecision {
        let delay =
            min(notBefore, Self.retryAfterMax) + backoff(afterAttempt: attempt, using: &generator)
        let next = now.addingTimeInterval(delay.inSeconds)
        guard attempt < attemptsMax, next < deadline else {
            let isRefusal = status != nil && reason != UnknownOutcome.Code.notFromAPNs.rawValue
            let state: DeliveryState = next < deadline && isRefusal ? .rejected : .expired
            return DeliveryDecision(.finish(state, reason: reason, status: status))
        }
        return DeliveryDecision(.retry(at: next, reason: reason, status: status))
    }

    /// Returns a random delay from a range that doubles with each attempt ("full jitter"), so that
    /// deliveries that failed at the same time are not all retried at the same time.
    func backoff(
        afterAttempt attempt: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(attempt - 1, 0), 30)
        let span = min(backoffBase.inSeconds * Double(1 << doublings), backoffMax.inSeconds)
        return Duration(
            saturatingSeconds: Double.random(in: 0...max(span, 0), using: &generator))
    }
}
