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

/// Decides what an attempt means; knows no storage, clock or network.
///
/// What a reason allows is `RejectionReason.row`; this adds time, attempts and the token's
/// registration.
public struct DeliveryPolicy: Hashable, Sendable {
    /// The span in which the first retry falls. Default 1 second.
    public var backoffBase: Duration
    /// The longest span, however many attempts there were. Default 60 seconds.
    public var backoffMax: Duration
    /// Attempts at most. Default 5000, about two days at ``backoffMax``: the deadline ends one
    /// first unless it was set very far.
    public var attemptsMax: Int

    public init(
        backoffBase: Duration = .seconds(1), backoffMax: Duration = .seconds(60),
        attemptsMax: Int = 5000
    ) {
        self.backoffBase = backoffBase
        self.backoffMax = backoffMax
        self.attemptsMax = attemptsMax
    }

    /// Says whether a delivery must not be sent at all: its time is over, or its token is known to
    /// be dead.
    public func decideBeforeSending(
        tokenState: TokenState, deadline: Date, now: Date
    ) -> DeliveryDecision? {
        if !tokenState.isUsable {
            return DeliveryDecision(
                .finish(.suppressed, reason: Self.suppressionReason(tokenState), status: nil))
        }
        return now >= deadline ? DeliveryDecision(.finish(.expired, reason: nil, status: nil)) : nil
    }

    /// The word for not sending to a token, for instance `token_dead`.
    public static func suppressionReason(_ state: TokenState) -> String {
        "token_\(state.rawValue)"
    }

    /// Decides after an attempt.
    ///
    /// - Parameters:
    ///   - attempt: which attempt it was, from 1.
    ///   - deadline: until when the gateway tries.
    ///   - registeredAt: the last registration call with the token; `nil` when there was none.
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

    /// What a delivery shows while nobody knows what became of it. A response that is not APNs'
    /// says nothing about the token or the message, so it is tried again like a lost one.
    private static func word(for unknown: UnknownOutcome) -> String {
        if unknown.code == .notFromAPNs { return unknown.code.rawValue }
        return unknown.mayHaveBeenProcessed ? "no_answer" : "not_sent"
    }

    /// Decides after an attempt that could not be made, for instance because the app has no
    /// credential.
    ///
    /// - Parameter reason: the word that the delivery shows until the next attempt.
    public func decideNotSent(
        because reason: String, attempt: Int, now: Date, deadline: Date,
        using generator: inout some RandomNumberGenerator
    ) -> DeliveryDecision {
        again(
            attempt: attempt, now: now, deadline: deadline, reason: reason, status: nil,
            using: &generator)
    }

    /// Whether APNs refused the credential and not the notification: 403 says that "there was an
    /// error with the certificate or with the provider's authentication token" ("Handling
    /// notification responses from APNs"). The notification can be sent with another credential.
    static func refusesCredential(_ rejection: Rejection) -> Bool { rejection.status == 403 }

    /// Whether the same request may be sent again. A reason that is in no table is judged by its
    /// status.
    private static func mayRepeat(_ rejection: Rejection) -> Bool {
        if refusesCredential(rejection) { return true }
        return switch rejection.reason.row?.retry {
        case .never, .fix: false
        case .newProviderToken, .newConnection, .later: true
        case nil: rejection.status == 429 || rejection.status >= 500
        }
    }

    /// What an answer says about the token. A 410 speaks of the time up to its timestamp, so a
    /// registration at or after it wins; without a timestamp it proves nothing.
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

    private func again(
        attempt: Int, now: Date, deadline: Date, reason: String, status: Int?,
        using generator: inout some RandomNumberGenerator
    ) -> DeliveryDecision {
        let next = now.addingTimeInterval(
            backoff(afterAttempt: attempt, using: &generator).inSeconds)
        guard attempt < attemptsMax, next < deadline else {
            let isRefusal = status != nil && reason != UnknownOutcome.Code.notFromAPNs.rawValue
            let state: DeliveryState = next < deadline && isRefusal ? .rejected : .expired
            return DeliveryDecision(.finish(state, reason: reason, status: status))
        }
        return DeliveryDecision(.retry(at: next, reason: reason, status: status))
    }

    /// A random part of a span that doubles with each attempt ("full jitter"), so that many
    /// deliveries that failed together do not come back together.
    func backoff(
        afterAttempt attempt: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(attempt - 1, 0), 30)
        let span = min(backoffBase.inSeconds * Double(1 << doublings), backoffMax.inSeconds)
        return Duration(
            saturatingSeconds: Double.random(in: 0...max(span, 0), using: &generator))
    }
}
