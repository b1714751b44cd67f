// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// APNs' rejection of a broadcast or of a channel management request. Source: "Handling error
/// responses from APNs".
public struct ChannelRejection: Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public var status: Int
    /// The reason as APNs sent it, even if it is not in the table; its `row` contains the meaning
    /// and the remedy. For a response with APNs' `apns-request-id` but without a reason, the value
    /// is ``Rejection/reason(forStatus:)``.
    public var reason: RejectionReason
    /// `apns-request-id`: the identifier to quote in a support request to Apple.
    public var requestID: APNSID?

    public init(status: Int, reason: RejectionReason, requestID: APNSID? = nil) {
        self.status = status
        self.reason = reason
        self.requestID = requestID
    }

    /// The status, the reason, its meaning and its remedy, in one line.
    public var description: String {
        let name = hasReason ? "\(status) \(reason.rawValue)" : reason.rawValue
        guard let row = reason.row else { return name }
        return "\(name): \(row.meaning); \(row.remedy)"
    }

    /// Whether the response contained a reason.
    public var hasReason: Bool { reason != Rejection.reason(forStatus: status) }

    /// Makes a rejection from a response. Returns `nil` when the response is not a rejection.
    init?(_ response: EngineResponse) {
        guard response.status != 0, !(200..<300).contains(response.status) else { return nil }
        self.init(
            status: response.status,
            reason: RejectionBody(response.body)?.reason
                ?? Rejection.reason(forStatus: response.status),
            requestID: response.requestID)
    }
}

extension UnknownOutcome {
    /// Makes an unknown outcome from the response to a broadcast or channel management request.
    /// Returns `nil` when the response is from APNs.
    init?(channelResponse response: EngineResponse) {
        guard response.status != 0 else {
            self = .responseWithoutStatus
            return
        }
        guard !(200..<300).contains(response.status), response.requestID == nil,
            response.apnsID == nil,
            RejectionBody(response.body) == nil
        else { return nil }
        self = .notFromAPNs(status: response.status)
    }
}
