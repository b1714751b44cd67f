// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The result of one attempt, as a transport reports it.
package enum TransportOutcome: Hashable, Sendable {
    case accepted
    /// The provider rejected the request.
    case rejected(FailureClass, EndpointVerdict, reason: String)
    /// There was no response from the provider.
    case unknown(reason: String, mayHaveBeenProcessed: Bool)
    /// No request could be made for this recipient; nothing was sent.
    case impossible(reason: String)

    /// Classifies a rejection by APNs.
    ///
    /// - Parameter since: for status 410, the time since which the token has been invalid.
    package static func rejected(
        status: Int, reason: RejectionReason, since: DatabaseTime?
    ) -> TransportOutcome {
        .rejected(
            FailureClass(status: status, reason: reason),
            EndpointVerdict(status: status, reason: reason, since: since),
            reason: reason.rawValue)
    }

    /// Classifies a rejection of a broadcast by APNs. Such a rejection says nothing about a token.
    package static func rejectedBroadcast(
        status: Int, reason: RejectionReason
    ) -> TransportOutcome {
        .rejected(
            FailureClass(status: status, reason: reason), .unchanged, reason: reason.rawValue)
    }
}

/// What one outcome shows about the state of the endpoint.
package enum EndpointVerdict: Hashable, Sendable {
    case unchanged
    /// The provider accepted a notification for the endpoint.
    case works
    /// The provider reported the token as invalid, possibly because of the wrong environment.
    case suspect
    /// The token has been invalid since this time. A registration at or after this time takes
    /// precedence.
    case dead(since: DatabaseTime)

    init(status: Int, reason: RejectionReason, since: DatabaseTime?) {
        switch reason.row?.tokenConsequence ?? (status == 410 ? .dead : .none) {
        case .none: self = .unchanged
        case .suspect: self = .suspect
        // Without a timestamp, the response does not prove that the token is invalid.
        case .dead: self = since.map { .dead(since: $0) } ?? .suspect
        }
    }
}
