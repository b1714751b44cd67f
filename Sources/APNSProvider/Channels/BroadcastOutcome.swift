// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The outcome of one broadcast: one of three results. No result is thrown as an error.
public enum BroadcastOutcome: Sendable, Hashable {
    /// APNs accepted the broadcast, which says nothing about the number of devices that receive it.
    /// The identifier is the `apns-request-id` of the request, or an identifier that APNs
    /// generated; `nil` when the response had no valid UUID.
    case accepted(requestID: APNSID?)
    /// APNs rejected the broadcast.
    case rejected(ChannelRejection)
    /// No response from APNs was received. If the broadcast may have been processed, sending it
    /// again may play its alert twice.
    case unknown(UnknownOutcome)
}

extension BroadcastOutcome {
    init(_ response: EngineResponse) {
        if let unknown = UnknownOutcome(channelResponse: response) {
            self = .unknown(unknown)
        } else if let rejection = ChannelRejection(response) {
            self = .rejected(rejection)
        } else {
            self = .accepted(requestID: response.requestID)
        }
    }
}
