// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What became of one broadcast: three answers, none of which is an error.
public enum BroadcastOutcome: Sendable, Hashable {
    /// APNs took the broadcast; how many devices follow the channel, and get it, is another matter.
    /// The identifier is the request's own, or the one APNs made; `nil` when the answer had none
    /// that is a UUID.
    case accepted(requestID: APNSID?)
    /// APNs responded that it did not take it.
    case rejected(ChannelRejection)
    /// No response of APNs came. When the broadcast may have been processed, sending it once more
    /// may make an alert in it sound twice.
    case unknown(UnknownOutcome)
}

extension BroadcastOutcome {
    init(_ answer: Answer) {
        if let unknown = UnknownOutcome(channelAnswer: answer) {
            self = .unknown(unknown)
        } else if let rejection = ChannelRejection(answer) {
            self = .rejected(rejection)
        } else {
            self = .accepted(requestID: answer.requestID)
        }
    }
}
