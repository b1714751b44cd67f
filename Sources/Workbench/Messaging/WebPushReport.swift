// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain
package import WebPush

/// The result of one Web Push message.
package struct WebPushReport: WorkResult, Sendable {
    package let subscription: PushSubscription
    package let message: WebPushMessage
    package let result: WebPushResult

    package init(
        subscription: PushSubscription, message: WebPushMessage, result: WebPushResult
    ) {
        self.subscription = subscription
        self.message = message
        self.result = result
    }

    /// The kind of failure, for the exit status; `nil` if the push service accepted the message.
    package var failure: WorkFailure.Kind? {
        switch result {
        case .outcome(let outcome):
            switch outcome.verdict {
            case .accepted: nil
            case let verdict: verdict.isRetryable ? .unavailable : .refused
            }
        case .impossible: .badInput
        case .noResponse(let failure):
            failure.mayHaveBeenProcessed ? .mayHaveBeenProcessed : .unavailable
        }
    }

    private var isDeclarative: Bool { DeclarativeNotification(content: message.content) != nil }

    private static func advice(_ verdict: ProviderVerdict) -> String? {
        switch verdict {
        case .addressGone: "the subscription has ended; delete it"
        case .wrongCredential:
            "the browser subscribed with a different applicationServerKey; sign with the private "
                + "key that belongs to that key"
        case .credentialRejected: "check the VAPID key, the subject and this machine's clock"
        case .addressThrottled, .senderThrottled, .unavailable: "send it again later"
        case .messageRejected: "change the message; this service will not accept it"
        case .accepted, .addressSuspect, .onwardCredentialRejected: nil
        }
    }

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines = [
            TextRow.of("to", "\(subscription)"),
            TextRow.of(
                "content",
                "\(message.content.count) bytes, "
                    + (isDeclarative ? "declarative" : "for the site's service worker")),
        ]
        switch result {
        case .outcome(let outcome) where outcome.verdict == .accepted:
            lines.append(TextRow.of("response", paint("accepted (\(outcome.status))", .green)))
        case .outcome(let outcome):
            let reason = outcome.reason.map { " " + $0.printable } ?? ""
            lines.append(
                TextRow.of("response", paint("rejected (\(outcome.status)\(reason))", .red)))
            if let advice = Self.advice(outcome.verdict) {
                lines.append(TextRow.of("advice", advice))
            }
            if let wait = outcome.retryAfter {
                lines.append(TextRow.of("wait", "\(wait.components.seconds) s"))
            }
        case .impossible(let reason):
            lines.append(TextRow.of("response", paint("not sent: \(reason)", .red)))
        case .noResponse(let failure):
            let state =
                failure.mayHaveBeenProcessed
                ? "may have been processed" : "certainly not processed; send it again"
            lines.append(TextRow.of("response", paint("none: \(failure); \(state)", .red)))
        }
        return lines.joined(separator: "\n")
    }

    package func json() -> JSONObject {
        var object: JSONObject = [
            "service": "web_push", "to": .string("\(subscription)"),
            "content_bytes": .number(JSONNumber(message.content.count)),
            "declarative": .bool(isDeclarative), "verdict": .string(result.verdict.rawValue),
        ]
        switch result {
        case .outcome(let outcome):
            object["status"] = .number(JSONNumber(outcome.status))
            object["reason"] = outcome.reason.map { .string($0) }
            object["retry_after_seconds"] = outcome.retryAfter.map {
                .number(JSONNumber($0.inSeconds))
            }
        case .impossible(let reason): object["detail"] = .string(reason)
        case .noResponse(let failure):
            object["detail"] = .string(failure.description)
            object["may_have_been_processed"] = .bool(failure.mayHaveBeenProcessed)
        }
        return object
    }
}
