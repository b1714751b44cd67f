// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Journey {
    func text(_ format: OutputFormat) throws -> String {
        format == .json ? JSONWriter.text(.object(try json()), style: .indented) : words
    }

    private var words: String {
        let verdict = verdict
        var lines = [
            Self.row("id", id.text),
            Self.row("where", Console.styled(verdict.place, verdict.isGood ? .green : .yellow)),
        ]
        if let why = verdict.why { lines.append(Self.row("why", why)) }
        for (index, moment) in moments.enumerated() {
            let time = Console.styled(GatewayJSON.text(of: moment.time), .dim)
            let place = moment.place + String(repeating: " ", count: 9 - moment.place.count)
            let rule = moment.rule.map { Console.styled("  \($0.rawValue)", .dim) } ?? ""
            lines.append(
                Self.row(index == 0 ? "when" : "", "\(time)  \(place)\(moment.text)\(rule)"))
        }
        if gateway == .ignorant, report != nil {
            lines.append(
                Self.row(
                    "note",
                    "the gateway did not send it: bellhop push or another "
                        + "sender did"))
        }
        lines += verdict.remedies.map { Self.row("try", $0) }
        return lines.joined(separator: "\n")
    }

    private static func row(_ name: String, _ text: String) -> String {
        name + String(repeating: " ", count: max(1, 10 - name.utf8.count)) + text
    }

    /// The journey for programs; keys are stable.
    func json() throws -> JSONObject {
        let verdict = verdict
        return [
            "apns_id": .string(id.text), "where": .string(verdict.place),
            "why": verdict.why.map(JSONValue.string) ?? .null, "good": .bool(verdict.isGood),
            "try": .array(verdict.remedies.map(JSONValue.string)),
            "timeline": .array(
                moments.map { moment in
                    [
                        "time": .string(GatewayJSON.text(of: moment.time)),
                        "place": .string(moment.place.lowercased()),
                        "text": .string(moment.text),
                        "rule": moment.rule.map { .string($0.rawValue) } ?? .null,
                    ]
                }),
            "gateway": try sending.map { try Self.value(GatewayJSON.encode($0.delivery)) } ?? .null,
            "message": try sending?.message.map { try Self.value(GatewayJSON.encode($0)) } ?? .null,
            "apns": try report.map { try Self.value(ControlJSON.encode($0)) } ?? .null,
            "phone": phoneName.map(JSONValue.string) ?? .null,
        ]
    }

    private static func value(_ data: Data) throws -> JSONValue {
        try JSONReader.read(data).value
    }
}
