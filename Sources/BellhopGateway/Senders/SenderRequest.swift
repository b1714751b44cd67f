// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import NIOCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A request of a sender to the gateway's APNs endpoint.
package struct SenderRequest: Sendable {
    /// The value of the header `authorization`: `bearer` and a provider token or an API key.
    package var authorization: String?
    /// The topic; `nil` if the request has none.
    package var topic: Topic?
    package var environment: APNSEnvironment
    /// The notification, or the reason for which APNs would reject it from every sender.
    package var content: Result<PushRequest, RejectionReason.Refusal>
    /// The address of the sender; `nil` if it is unknown.
    package var address: SocketAddress?

    package init(
        authorization: String?, topic: Topic?, environment: APNSEnvironment,
        content: Result<PushRequest, RejectionReason.Refusal>, address: SocketAddress? = nil
    ) {
        self.authorization = authorization
        self.topic = topic
        self.environment = environment
        self.content = content
        self.address = address
    }
}

/// The reason why the gateway refuses the request of a sender, as a reason of APNs.
package struct SenderRefusal: Error, Hashable, Sendable {
    package let reason: RejectionReason
    /// The time since which the token has been invalid, for status 410.
    package let timestamp: Date?
    /// What is wrong and what to do, in one line. It contains no device token.
    package let explanation: String?

    package init(_ reason: RejectionReason, timestamp: Date? = nil, because explanation: String?) {
        self.reason = reason
        self.timestamp = timestamp
        self.explanation = explanation
    }

    /// The HTTP status of the response.
    package var status: Int { reason.status }
}
