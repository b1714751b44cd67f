// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
package import APNSWire
package import ControlAPI
import DeviceModel
package import Explain
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of a push: the response of APNs and the reaction of the phone.
package struct PushReport: WorkResult, Sendable {
    package let plan: PushPlan
    package let target: PushTarget
    package let outcome: PushOutcome
    /// The simulator's record of the push; `nil` for other servers.
    package let delivery: DeliveryReport?

    package init(
        plan: PushPlan, target: PushTarget, outcome: PushOutcome, delivery: DeliveryReport?
    ) {
        self.plan = plan
        self.target = target
        self.outcome = outcome
        self.delivery = delivery
    }

    /// The kind of failure, for the exit status and for programs. It is `nil` if the notification
    /// was shown, caused code to run, or is stored for the phone.
    package var failure: WorkFailure.Kind? {
        switch outcome {
        case .accepted: delivery?.isGood ?? true ? nil : .refused
        case .rejected: .refused
        case .unknown(let unknown):
            unknown.mayHaveBeenProcessed ? .mayHaveBeenProcessed : .unavailable
        }
    }
}

// MARK: Text

extension PushReport {
    /// Returns the report as text for people, with one line for each fact.
    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines: [String] = []
        let environment = target.environment.map { "\($0.rawValue), " } ?? ""
        lines.append(
            TextRow.of("to", "\(target.name.printable) (\(environment)token \(target.token))"))
        lines += plan.inferred.map {
            TextRow.of("inferred", paint("\($0.header) \($0.value): \($0.because)", .dim))
        }
        if let note = plan.note { lines.append(TextRow.of("note", note)) }
        lines += plan.hints.map { TextRow.of("hint", paint($0.summary, .yellow)) }
        switch outcome {
        case .accepted(let acceptance): lines += accepted(acceptance, paint)
        case .rejected(let rejection): lines += rejected(rejection, paint)
        case .unknown(let unknown): lines += self.unknown(unknown, paint)
        }
        return lines.joined(separator: "\n")
    }

    private func accepted(_ acceptance: Acceptance, _ paint: TextPaint) -> [String] {
        let id = acceptance.apnsID ?? plan.request.id
        var lines = [
            TextRow.of(
                "APNs", paint("accepted", .green) + ", apns-id \(id?.text ?? "unknown")")
        ]
        if let delivery {
            lines.append(
                TextRow.of(
                    delivery.stage == .delivered ? "phone" : "then",
                    paint(delivery.summary.printable, delivery.isGood ? .bold : .yellow)))
        }
        return lines
    }

    private func rejected(_ rejection: Rejection, _ paint: TextPaint) -> [String] {
        let name = "\(rejection.status) \(OneLine.short(rejection.reason.rawValue))"
        var lines = [
            TextRow.of(
                "APNs",
                paint("rejected", .red) + ": \(name)"
                    + (rejection.reason.row.map { ": \($0.meaning)" } ?? ""))
        ]
        if let timestamp = rejection.timestamp {
            lines.append(
                TextRow.of(
                    "since", "the token has been invalid since \(timestamp.formatted(.iso8601))"))
        }
        if let note = delivery?.note, note != rejection.reason.row?.meaning {
            lines.append(TextRow.of("because", note.printable))
        }
        lines += (rejection.reason.guide?.brief ?? []).map { TextRow.of($0.label, $0.text) }
        return lines
    }

    private func unknown(_ unknown: UnknownOutcome, _ paint: TextPaint) -> [String] {
        let id = plan.request.id?.text ?? ""
        return [
            TextRow.of(
                "APNs", paint("no response", .red) + ": \(unknown.cause.printable)"),
            TextRow.of(
                "try",
                unknown.mayHaveBeenProcessed
                    ? "the notification may have been processed; if you send it again, it may be "
                        + "shown twice, and you should add --apns-id \(id)"
                    : "the notification was certainly not processed; " + unknown.code.advice),
        ]
    }
}

// MARK: JSON

extension PushReport {
    /// Returns the report as JSON for programs. Its keys do not change.
    package func json() throws -> JSONObject {
        var object: JSONObject = [
            "apns_id": plan.request.id.map { .string($0.text) } ?? .null,
            "device": .string(target.name), "token": .string(target.token.redacted),
            "topic": .string(plan.request.topic.text),
            "push_type": .string(plan.request.pushType.rawValue),
            "inferred": .array(
                plan.inferred.map {
                    [
                        "header": .string($0.header), "value": .string($0.value),
                        "because": .string($0.because),
                    ]
                }),
            "faults": plan.faults.json,
        ]
        switch outcome {
        case .accepted(let acceptance):
            object["result"] = "accepted"
            object["apns_unique_id"] = acceptance.uniqueID.map(JSONValue.string)
        case .rejected(let rejection):
            object["result"] = "rejected"
            object["status"] = .number(JSONNumber(rejection.status))
            object["reason"] = .string(rejection.reason.rawValue)
            object["timestamp"] = rejection.timestamp.map { .string(GatewayJSON.text(of: $0)) }
            object["meaning"] = rejection.reason.row.map { .string($0.meaning) }
            object["remedy"] = rejection.reason.row.map { .string($0.remedy) }
            object["causes"] = rejection.reason.guide?.causes.json
        case .unknown(let unknown):
            object["result"] = "unknown"
            object["code"] = .string(unknown.code.rawValue)
            object["status"] = unknown.status.map { .number(JSONNumber($0)) }
            object["cause"] = .string(unknown.cause)
            object["may_have_been_processed"] = .bool(unknown.mayHaveBeenProcessed)
        }
        if let delivery {
            object["summary"] = .string(delivery.summary)
            object["delivery"] = try JSONReader.read(ControlJSON.encode(delivery)).value
        }
        return object
    }
}
