// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// APNs' refusal of a broadcast or of a request about channels. Source: "Handling error responses
/// from APNs".
public struct ChannelRejection: Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public var status: Int
    /// The reason as APNs gave it, also when it is in no table; what it means and what to do stands
    /// in its `row`. A response that has APNs' `apns-request-id` but no reason has that of
    /// ``Rejection/reason(forStatus:)``.
    public var reason: RejectionReason
    /// `apns-request-id`: what to tell Apple when asking about it.
    public var requestID: APNSID?

    public init(status: Int, reason: RejectionReason, requestID: APNSID? = nil) {
        self.status = status
        self.reason = reason
        self.requestID = requestID
    }

    /// Status, reason, its meaning and what to try, in one line.
    public var description: String {
        let name = hasReason ? "\(status) \(reason.rawValue)" : reason.rawValue
        guard let row = reason.row else { return name }
        return "\(name): \(row.meaning); \(row.remedy)"
    }

    /// Whether the response held a reason.
    public var hasReason: Bool { reason != Rejection.reason(forStatus: status) }

    /// `nil` for an answer that is no refusal.
    init?(_ answer: Answer) {
        guard answer.status != 0, !(200..<300).contains(answer.status) else { return nil }
        self.init(
            status: answer.status,
            reason: RejectionBody(answer.body)?.reason
                ?? Rejection.reason(forStatus: answer.status),
            requestID: answer.requestID)
    }
}

extension UnknownOutcome {
    /// What a response to a broadcast or a request about channels leaves open; `nil` for a response
    /// of APNs.
    init?(channelAnswer answer: Answer) {
        guard answer.status != 0 else {
            self = .answerWithoutStatus
            return
        }
        guard !(200..<300).contains(answer.status), answer.requestID == nil, answer.apnsID == nil,
            RejectionBody(answer.body) == nil
        else { return nil }
        self = .notFromAPNs(status: answer.status)
    }
}
