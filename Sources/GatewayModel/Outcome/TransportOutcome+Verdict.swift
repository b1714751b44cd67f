// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

extension TransportOutcome {
    /// Classifies a response of FCM or of a push service.
    ///
    /// - Parameters:
    ///   - reason: the code of the service, or its status.
    ///   - sentAt: the earliest time at which the request may have been sent. A registration at or
    ///     after this time takes precedence over the verdict that the address does not exist any
    ///     more.
    package static func judged(
        _ verdict: ProviderVerdict, reason: String, sentAt: DatabaseTime
    ) -> TransportOutcome {
        switch verdict {
        case .accepted: .accepted
        case .addressGone: .rejected(.endpoint, .dead(since: sentAt), reason: reason)
        case .addressSuspect, .wrongCredential: .rejected(.endpoint, .suspect, reason: reason)
        case .messageRejected: .rejected(.request, .unchanged, reason: reason)
        case .addressThrottled: .rejected(.deviceBusy, .unchanged, reason: reason)
        case .senderThrottled: .rejected(.credentialBusy, .unchanged, reason: reason)
        case .unavailable: .rejected(.provider, .unchanged, reason: reason)
        case .credentialRejected, .onwardCredentialRejected:
            .rejected(.credentialRefused, .unchanged, reason: reason)
        }
    }
}
