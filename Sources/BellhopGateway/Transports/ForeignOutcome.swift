// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM
import GatewayModel
import WebPush

/// The result of one attempt with FCM or Web Push.
struct ForeignOutcome: Hashable, Sendable {
    var verdict: ProviderVerdict
    /// The service's code, or the gateway's own code if there was no response; for people and
    /// statistics.
    var reason: String
    /// The HTTP status; `nil` without a response.
    var status: Int?
    /// The time for which the service asks the sender to send nothing.
    var retryAfter: Duration?
    /// Whether the service may have processed the request although there was no response.
    var mayHaveBeenProcessed = false
    /// Why there was no response, for the log; `nil` if there was one.
    var failure: String?

    init(_ verdict: ProviderVerdict, reason: String, status: Int? = nil) {
        self.verdict = verdict
        self.reason = reason
        self.status = status
    }

    init(_ result: FCMResult) {
        switch result {
        case .outcome(let outcome):
            self.init(
                outcome.verdict, reason: outcome.reason ?? "HTTP \(outcome.status)",
                status: outcome.status)
            retryAfter = outcome.retryAfter
        case .noAccess(let failure):
            self.init(result.verdict, reason: failure.code ?? Self.noAccess)
            if !failure.isRejection { self.failure = failure.description }
        case .noResponse(let failure): self.init(failure)
        }
    }

    init(_ result: WebPushResult) {
        switch result {
        case .outcome(let outcome):
            self.init(
                outcome.verdict, reason: outcome.reason ?? "HTTP \(outcome.status)",
                status: outcome.status)
            retryAfter = outcome.retryAfter
        case .impossible: self.init(.messageRejected, reason: Self.notPossible)
        case .noResponse(let failure): self.init(failure)
        }
    }

    private init(_ failure: HTTPExchangeFailure) {
        self.init(.unavailable, reason: failure.mayHaveBeenProcessed ? "no_answer" : "not_sent")
        mayHaveBeenProcessed = failure.mayHaveBeenProcessed
        self.failure = failure.description
    }

    /// There is no access token, because Google's token server did not respond.
    static let noAccess = "no_access_token"
    /// The message has no form for this transport, for instance because it shows nothing.
    static let notPossible = OutcomeCode.Reason.requestNotPossible

    /// The outcome for the engine of campaigns.
    ///
    /// - Parameter sentAt: the time at which the attempt began.
    func transportOutcome(sentAt: DatabaseTime) -> TransportOutcome {
        if failure != nil {
            return .unknown(reason: reason, mayHaveBeenProcessed: mayHaveBeenProcessed)
        }
        if verdict == .messageRejected, status == nil { return .impossible(reason: reason) }
        return .judged(verdict, reason: reason, sentAt: sentAt)
    }
}
