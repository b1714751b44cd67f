// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The meaning of a response of a push service: what a sender does with the message, with the
/// recipient's address and with the credential. APNs has its own table,
/// `RejectionReason+Table.swift`; this type is for FCM and for Web Push.
package enum ProviderVerdict: String, Hashable, Sendable, CaseIterable {
    /// The service accepted the message. Whether it arrives is not known.
    case accepted
    /// The address, which is a token or a subscription, no longer exists. Neither this message nor
    /// any other message is sent to it again.
    case addressGone = "address_gone"
    /// Either the address or the message may be wrong. One such response proves nothing about the
    /// address.
    case addressSuspect = "address_suspect"
    /// The address belongs to another project or to another key. The address is kept, because the
    /// app may be configured with several projects or keys, and an operator has to compare them.
    case wrongCredential = "wrong_credential"
    /// The service rejects the message for every address. Only a changed message can succeed.
    case messageRejected = "message_rejected"
    /// The recipient receives too many messages. Only messages to this address wait.
    case addressThrottled = "address_throttled"
    /// The sender sends too much. All messages of the credential wait.
    case senderThrottled = "sender_throttled"
    /// The service is overloaded or failed. The message can be sent again later.
    case unavailable
    /// The service does not accept the sender's credential. No message can succeed with this
    /// credential until an operator replaces it.
    case credentialRejected = "credential_rejected"
    /// FCM itself accepts the sender's credential, but the service to which FCM forwards the
    /// message (APNs or a Web Push service) rejects the credential that was uploaded to the FCM
    /// project.
    case onwardCredentialRejected = "onward_credential_rejected"

    /// Whether the same message to the same address can succeed later, without any change by a
    /// person.
    package var isRetryable: Bool {
        switch self {
        case .addressThrottled, .senderThrottled, .unavailable: true
        default: false
        }
    }

    /// Whether nothing is sent to the address again.
    package var endsAddress: Bool { self == .addressGone }

    /// Whether the credential is the cause, so that no other message can succeed either.
    package var stopsCredential: Bool { self == .credentialRejected }
}
