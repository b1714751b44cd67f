// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What became of one broadcast: three answers, none of which is an error.
public enum BroadcastOutcome: Sendable, Hashable {
    /// APNs took the broadcast; how many devices follow the channel, and get it, is another matter.
    /// The identifier is the request's own, or the one APNs made; `nil` when the answer had none
    /// that is a UUID.
    case accepted(requestID: APNSID?)
    /// APNs answered that it did not take it.
    case rejected(ChannelRejection)
    /// No answer came. When it may have been processed, sending it once more may make an alert in
    /// it sound twice.
    case unknown(UnknownOutcome)
}

extension BroadcastOutcome {
    init(_ answer: Answer) {
        if answer.status == 0 {
            self = .unknown(.answerWithoutStatus)
        } else if let rejection = ChannelRejection(answer) {
            self = .rejected(rejection)
        } else {
            self = .accepted(requestID: answer.requestID)
        }
    }
}

extension UnknownOutcome {
    static let answerWithoutStatus = UnknownOutcome(
        mayHaveBeenProcessed: true, cause: "the server's answer has no status")
}
