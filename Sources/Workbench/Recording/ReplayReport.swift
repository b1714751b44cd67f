// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI
package import Explain

/// The differences between the recorded responses and the responses of a replay.
package struct ReplayReport: WorkResult, Sendable, Hashable {
    /// The maximum number of differences that are stored. Further differences are only counted.
    package static let differenceCountMax = 1_000
    /// The maximum number of differences in the text.
    static let shownCountMax = 20

    /// The part of a response that is compared.
    package struct Outcome: Sendable, Hashable {
        /// The HTTP status; 0 if there is no response.
        package let status: Int
        package let reason: String?

        package init(status: Int, reason: String?) {
            self.status = status
            self.reason = reason
        }

        var text: String {
            status == 0
                ? "no response" : [String(status), reason].compactMap { $0 }.joined(separator: " ")
        }

        var json: JSONValue {
            var object: JSONObject = ["status": .number(JSONNumber(status))]
            object["reason"] = reason.map(JSONValue.string)
            return .object(object)
        }
    }

    package struct Difference: Sendable, Hashable {
        /// The number of the request's line in the file.
        package let line: Int
        /// The number that the recording simulator assigned to the request.
        package let sequence: Int
        /// A description of the request, which consists of its push type and the shortened device
        /// token.
        package let what: String
        package let recorded: Outcome
        package let replayed: Outcome
        /// The reason why there is no response; `nil` if there is a response.
        package let failure: String?
    }

    package let file: String
    package let target: String
    package private(set) var sent = 0
    package private(set) var different = 0
    package private(set) var differences: [Difference] = []
    /// The number of requests that were not sent, by the cause.
    package var skipped: [String: Int]

    package init(file: String, target: String, skipped: [String: Int]) {
        self.file = file
        self.target = target
        self.skipped = skipped
    }

    package var isEqual: Bool { different == 0 }

    /// Compares the response to a request with the recorded response, and counts the result.
    package mutating func add(
        _ request: RecordedRequest, line: Int, replayed: Outcome, failure: String? = nil
    ) {
        sent += 1
        let report = request.report
        let recorded = Outcome(
            status: request.isWithheld ? 0 : report.status,
            reason: request.isWithheld ? nil : report.reason?.rawValue)
        guard recorded != replayed else { return }
        different += 1
        guard differences.count < Self.differenceCountMax else { return }
        let token = report.token.map { (try? DeviceToken(hex: $0))?.redacted ?? $0 }
        differences.append(
            Difference(
                line: line, sequence: report.sequence,
                what: [report.headers[APNSHeader.pushType] ?? request.method, token]
                    .compactMap { $0 }.joined(separator: " to "),
                recorded: recorded, replayed: replayed, failure: failure))
    }

    /// Adds the results of another connection. The differences stay in the order of the lines.
    package mutating func merge(_ other: ReplayReport) {
        sent += other.sent
        different += other.different
        differences += other.differences
        differences.sort { $0.line < $1.line }
        differences.removeLast(max(0, differences.count - Self.differenceCountMax))
    }

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        let verdict =
            isEqual ? "all with the recorded outcome" : "\(different) with another outcome"
        var lines = [
            "\(LoadReport.plural(sent, "request")) to \(target): "
                + paint(verdict, isEqual ? .green : .yellow)
        ]
        for difference in differences.prefix(Self.shownCountMax) {
            let cause = difference.failure.map { " (\($0))" } ?? ""
            lines.append(
                "line \(difference.line)  \(difference.what)  \(difference.recorded.text) → "
                    .printable + (difference.replayed.text + cause).printable)
        }
        let rest = different - min(differences.count, Self.shownCountMax)
        if rest > 0 { lines.append("and \(LoadReport.plural(rest, "more difference"))") }
        for (cause, count) in skipped.sorted(by: { $0.key < $1.key }) {
            lines.append("\(LoadReport.plural(count, "request")) not sent: \(cause)".printable)
        }
        return lines.joined(separator: "\n")
    }

    package func json() -> JSONObject {
        [
            "equal": .bool(isEqual), "file": .string(file), "to": .string(target),
            "sent": .number(JSONNumber(sent)), "different": .number(JSONNumber(different)),
            "not_sent": .object(
                JSONObject(
                    skipped.sorted { $0.key < $1.key }.map {
                        .init(key: $0.key, value: .number(JSONNumber($0.value)))
                    })),
            "differences": .array(
                differences.map { difference in
                    var object: JSONObject = [
                        "line": .number(JSONNumber(difference.line)),
                        "sequence": .number(JSONNumber(difference.sequence)),
                        "what": .string(difference.what), "recorded": difference.recorded.json,
                        "replayed": difference.replayed.json,
                    ]
                    object["failure"] = difference.failure.map(JSONValue.string)
                    return .object(object)
                }),
        ]
    }
}
