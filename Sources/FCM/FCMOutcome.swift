// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The response of FCM to one message.
package struct FCMOutcome: Hashable, Sendable {
    package let status: Int
    /// The name of an accepted message: `projects/…/messages/…`.
    package let name: String?
    /// The code in the details of an error.
    package let code: FCMErrorCode?
    /// The code as FCM spelled it, or the outer status if there is no code.
    package let reason: String?
    /// FCM's own message about an error, in one line.
    package let detail: String?
    /// The fields that FCM rejects, each with a description.
    package let violations: [String]
    package let verdict: ProviderVerdict
    /// The time for which FCM asks the sender to wait or, if FCM does not specify a time, the usual
    /// time for the error.
    package let retryAfter: Duration?

    /// Whether FCM did not accept the access token. One retry with a new token may succeed.
    package var rejectsAccessToken: Bool { status == 401 && code == nil }

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - retryAfter: the header `retry-after`: seconds, or a date.
    ///   - body: the first bytes of the body; any content is accepted.
    package init(status: Int, retryAfter: String?, body: some Collection<UInt8>, now: Date) {
        let object = (try? JSONReader.read(body))?.value.objectValue
        let error = object?["error"]?.objectValue
        let details = (error?["details"]?.arrayValue ?? []).compactMap(\.objectValue)
        let word = details.first { $0["@type"]?.stringValue == FCMErrorCode.detailType }?[
            "errorCode"]?.stringValue
        let code = word.flatMap { FCMErrorCode(wire: $0) }
        let badRequest = details.first {
            $0["@type"]?.stringValue == FCMErrorCode.badRequestType
        }
        self.status = status
        self.code = code
        name = status == 200 ? object?["name"]?.stringValue : nil
        reason = (word ?? error?["status"]?.stringValue).map {
            String($0.prefix(64)).printable
        }
        detail = (error?["message"]?.stringValue).map { String($0.prefix(300)).printable }
        violations = (badRequest?["fieldViolations"]?.arrayValue ?? []).prefix(10).map {
            violation in
            let field = violation.objectValue?["field"]?.stringValue ?? "the message"
            let text = violation.objectValue?["description"]?.stringValue ?? "is invalid"
            return (field + ": " + text).printable
        }
        let wait = retryAfter.flatMap { RetryAfter.read($0, now: now) }
        self.retryAfter = wait ?? (code == .quotaExceeded ? FCMErrorCode.quotaWait : nil)
        verdict = Self.verdict(
            status: status, code: code, isBadRequest: badRequest != nil, details: details)
    }

    private static func verdict(
        status: Int, code: FCMErrorCode?, isBadRequest: Bool, details: [JSONObject]
    ) -> ProviderVerdict {
        if (200...299).contains(status) { return .accepted }
        // If a field was rejected, the message is the cause, whatever code FCM also returned.
        if isBadRequest { return .messageRejected }
        if code == .quotaExceeded, violatedSubject(details)?.contains("device") == true {
            return .addressThrottled
        }
        if let code { return code.row.verdict }
        return switch status {
        case 401, 403: .credentialRejected
        case 404: .credentialRejected
        case 408, 500...599: .unavailable
        case 429: .senderThrottled
        default: .messageRejected
        }
    }

    /// Returns what exceeded its quota: a device, a topic or the project.
    private static func violatedSubject(_ details: [JSONObject]) -> String? {
        details.first { $0["@type"]?.stringValue == FCMErrorCode.quotaFailureType }?["violations"]?
            .arrayValue?.first?.objectValue?["subject"]?.stringValue?.lowercased()
    }
}
