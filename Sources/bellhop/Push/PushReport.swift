// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import Explain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What happened at both ends, in words and as JSON.
struct PushReport {
    let plan: PushPlan
    let target: PushTarget
    let outcome: PushOutcome
    /// The simulator's record; `nil` with other servers.
    let delivery: DeliveryReport?

    /// `nil` when it was shown, ran or is held for the phone.
    var exitStatus: ExitStatus? {
        switch outcome {
        case .accepted: delivery?.isGood ?? true ? nil : .no
        case .rejected: .no
        case .unknown: .unavailable
        }
    }

    func text(_ format: OutputFormat) throws -> String { format == .json ? try jsonText() : words }

    private var words: String {
        var lines: [String] = []
        let door = target.environment.map { "\($0.rawValue), " } ?? ""
        lines.append(row("to", "\(target.name) (\(door)token \(target.token))"))
        lines += plan.inferred.map {
            row("inferred", Console.styled("\($0.header) \($0.value): \($0.because)", .dim))
        }
        if let note = plan.note { lines.append(row("note", note)) }
        lines += plan.hints.map { row("hint", Console.styled($0.words, .yellow)) }
        switch outcome {
        case .accepted(let acceptance):
            let id = acceptance.apnsID ?? plan.request.id
            lines.append(
                row(
                    "APNs",
                    Console.styled("accepted", .green) + ", apns-id \(id?.text ?? "unknown")"))
            if let delivery {
                lines.append(
                    row(delivery.stage == .delivered ? "phone" : "then", verdict(delivery)))
            }
        case .rejected(let rejection):
            lines += rejected(rejection)
        case .unknown(let unknown):
            let id = plan.request.id?.text ?? ""
            lines.append(row("APNs", Console.styled("no answer", .red) + ": \(unknown.cause)"))
            lines.append(
                row(
                    "try",
                    unknown.mayHaveBeenProcessed
                        ? "it may have been processed; send again with --apns-id \(id) only"
                        : "it was certainly not processed; check host, port and --ca"
                ))
        }
        return lines.joined(separator: "\n")
    }

    private func rejected(_ rejection: Rejection) -> [String] {
        let name = "\(rejection.status) \(rejection.reason.rawValue)"
        var lines = [
            row(
                "APNs",
                Console.styled("rejected", .red) + ": \(name)"
                    + (rejection.reason.row.map { ": \($0.meaning)" } ?? ""))
        ]
        if let timestamp = rejection.timestamp {
            lines.append(
                row("since", "the token has been dead since \(timestamp.formatted(.iso8601))"))
        }
        if let note = delivery?.note, note != rejection.reason.row?.meaning {
            lines.append(row("because", note))
        }
        lines += (rejection.reason.guide?.brief ?? []).map { row($0.label, $0.text) }
        return lines
    }

    private func verdict(_ delivery: DeliveryReport) -> String {
        Console.styled(delivery.summary, delivery.isGood ? .bold : .yellow)
    }

    private func row(_ name: String, _ text: String) -> String {
        name + String(repeating: " ", count: max(1, 10 - name.utf8.count)) + text
    }

    private func jsonText() throws -> String {
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
            object["meaning"] = rejection.reason.row.map { .string($0.meaning) }
            object["remedy"] = rejection.reason.row.map { .string($0.remedy) }
            object["causes"] = rejection.reason.guide?.causes.json
        case .unknown(let unknown):
            object["result"] = "unknown"
            object["cause"] = .string(unknown.cause)
            object["may_have_been_processed"] = .bool(unknown.mayHaveBeenProcessed)
        }
        if let delivery {
            object["summary"] = .string(delivery.summary)
            object["delivery"] = try JSONReader.read(ControlJSON.encode(delivery)).value
        }
        return JSONWriter.text(.object(object), style: .indented)
    }
}
