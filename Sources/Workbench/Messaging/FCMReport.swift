// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain
package import FCM

/// The result of one message to FCM.
package struct FCMReport: WorkResult, Sendable {
    package let projectID: String
    package let message: FCMMessage
    package let result: FCMResult
    package let isDryRun: Bool

    package init(
        projectID: String, message: FCMMessage, result: FCMResult, isDryRun: Bool
    ) {
        self.projectID = projectID
        self.message = message
        self.result = result
        self.isDryRun = isDryRun
    }

    /// The kind of failure, for the exit status; `nil` if FCM accepted the message.
    package var failure: WorkFailure.Kind? {
        switch result {
        case .outcome(let outcome):
            switch outcome.verdict {
            case .accepted: nil
            case let verdict: verdict.isRetryable ? .unavailable : .refused
            }
        case .noAccess(let failure): failure.isRejection ? .refused : .unavailable
        case .noResponse(let failure):
            failure.mayHaveBeenProcessed ? .mayHaveBeenProcessed : .unavailable
        }
    }

    private var address: String {
        switch message.address {
        case .token(let text)?: "token \(text.prefix(6))… \(ShortHash.hex(text.utf8))".printable
        case .installation(let text)?: "installation \(text.prefix(6))…".printable
        case .topic(let text)?: "topic \(text)".printable
        case .condition(let text)?: "condition \(text)".printable
        case nil: "no recipient"
        }
    }

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines = [TextRow.of("to", "\(address) (FCM project \(projectID))")]
        lines += message.violations().map {
            TextRow.of("hint", paint("\($0.field) \($0.text)", .yellow))
        }
        switch result {
        case .outcome(let outcome) where outcome.verdict == .accepted:
            let word = isDryRun ? "valid" : "accepted"
            lines.append(TextRow.of("FCM", paint("\(word) (\(outcome.status))", .green)))
            if let name = outcome.name, !isDryRun {
                lines.append(TextRow.of("name", name.printable))
            }
        case .outcome(let outcome):
            let reason = outcome.reason ?? "status \(outcome.status)"
            lines.append(TextRow.of("FCM", paint("rejected (\(outcome.status) \(reason))", .red)))
            if let detail = outcome.detail { lines.append(TextRow.of("reason", detail)) }
            lines += outcome.violations.map { TextRow.of("field", $0) }
            if let code = outcome.code { lines.append(TextRow.of("advice", code.row.advice)) }
            if let wait = outcome.retryAfter {
                lines.append(TextRow.of("wait", "\(wait.components.seconds) s"))
            }
        case .noAccess(let failure):
            lines.append(TextRow.of("FCM", paint("not sent: \(failure)", .red)))
        case .noResponse(let failure):
            let state =
                failure.mayHaveBeenProcessed
                ? "may have been processed" : "certainly not processed; send it again"
            lines.append(TextRow.of("FCM", paint("no response: \(failure); \(state)", .red)))
        }
        return lines.joined(separator: "\n")
    }

    package func json() -> JSONObject {
        var object: JSONObject = [
            "service": "fcm", "project": .string(projectID), "to": .string(address),
            "verdict": .string(result.verdict.rawValue),
        ]
        if isDryRun { object["dry_run"] = true }
        switch result {
        case .outcome(let outcome):
            object["status"] = .number(JSONNumber(outcome.status))
            object["name"] = outcome.name.map { .string($0) }
            object["code"] = outcome.reason.map { .string($0) }
            object["detail"] = outcome.detail.map { .string($0) }
            object["retry_after_seconds"] = outcome.retryAfter.map {
                .number(JSONNumber($0.inSeconds))
            }
        case .noAccess(let failure): object["detail"] = .string(failure.description)
        case .noResponse(let failure):
            object["detail"] = .string(failure.description)
            object["may_have_been_processed"] = .bool(failure.mayHaveBeenProcessed)
        }
        return object
    }
}
