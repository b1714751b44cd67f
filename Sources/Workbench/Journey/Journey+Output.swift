// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import ControlAPI
import DeviceModel
package import Explain
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Journey {
    /// Returns the journey as text for people.
    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        let verdict = verdict
        var lines = [
            TextRow.of("id", id.text),
            TextRow.of("where", paint(verdict.status.printable, verdict.isGood ? .green : .yellow)),
        ]
        if let why = verdict.why { lines.append(TextRow.of("why", why.printable)) }
        for (index, moment) in moments.enumerated() {
            let time = paint(GatewayJSON.text(of: moment.time), .dim)
            let source = moment.source + String(repeating: " ", count: 9 - moment.source.count)
            let rule = moment.rule.map { paint("  \($0.rawValue)", .dim) } ?? ""
            lines.append(
                TextRow.of(
                    index == 0 ? "when" : "", "\(time)  \(source)\(moment.text.printable)\(rule)"))
        }
        if gateway == .notFound, report != nil {
            lines.append(
                TextRow.of(
                    "note",
                    "the gateway did not send the notification; bellhop push or another sender "
                        + "sent it"))
        }
        lines += verdict.remedies.map { TextRow.of("try", $0.printable) }
        return lines.joined(separator: "\n")
    }

    /// Returns the journey as JSON for programs. Its keys do not change.
    package func json() throws -> JSONObject {
        let verdict = verdict
        return [
            "apns_id": .string(id.text), "where": .string(verdict.status),
            "why": verdict.why.map(JSONValue.string) ?? .null, "good": .bool(verdict.isGood),
            "try": .array(verdict.remedies.map(JSONValue.string)),
            "timeline": .array(
                moments.map { moment in
                    [
                        "time": .string(GatewayJSON.text(of: moment.time)),
                        "source": .string(moment.source.lowercased()),
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
