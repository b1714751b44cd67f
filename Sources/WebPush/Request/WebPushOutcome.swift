// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The response of a push service to one message.
package struct WebPushOutcome: Hashable, Sendable {
    package let status: Int
    /// The reason in the body, for instance `BadJwtToken` of Apple or an `errno` of Mozilla.
    package let reason: String?
    package let verdict: ProviderVerdict
    /// The time for which the service asks the sender to wait.
    package let retryAfter: Duration?

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - retryAfter: the header `retry-after`: seconds, or a date.
    ///   - body: the first bytes of the body; any content, or none, is accepted.
    package init(status: Int, retryAfter: String?, body: some Collection<UInt8>, now: Date) {
        let object = (try? JSONReader.read(body))?.value.objectValue
        self.status = status
        reason =
            (object?["reason"]?.stringValue ?? object?["errno"]?.intValue.map { "errno \($0)" }
            ?? object?["error"]?.stringValue).map { String($0.prefix(64)) }
        verdict = Self.verdict(status: status, reason: reason)
        self.retryAfter = retryAfter.flatMap { RetryAfter.read($0, now: now) }
    }

    /// The meaning of a status. It is the same for all services, unless the reason names another
    /// cause.
    static func verdict(status: Int, reason: String?) -> ProviderVerdict {
        switch (status, reason) {
        case (200...299, _): .accepted
        case (_, "VapidPkHashMismatch"): .wrongCredential
        case (404, _), (410, _): .addressGone
        case (401, _), (403, _): .credentialRejected
        case (429, _): .addressThrottled
        case (408, _), (500...599, _): .unavailable
        default: .messageRejected
        }
    }
}
