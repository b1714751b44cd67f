// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The differences between the responses of the simulator and those of another server, as a value
/// without secrets. The value does not contain the key, the key's identifiers, the topic or the
/// device token.
package struct ComparisonReport: WorkResult, Sendable {
    package struct Row: Sendable {
        package let request: ComparedRequest
        package let server: ComparedResponse
        package let simulator: ComparedResponse

        package init(
            _ request: ComparedRequest, server: ComparedResponse, simulator: ComparedResponse
        ) {
            self.request = request
            self.server = server
            self.simulator = simulator
        }

        package var differences: [String] { server.differences(from: simulator) }
    }

    /// The version of Bellhop.
    package let version: String
    /// The name of the other server.
    package let server: String
    package let time: Date
    package let rows: [Row]
    /// The reason why the comparison ended before its last request; `nil` if all requests were
    /// sent.
    package let stop: String?

    package init(version: String, server: String, time: Date, rows: [Row], stop: String?) {
        self.version = version
        self.server = server
        self.time = time
        self.rows = rows
        self.stop = stop
    }

    package var isEqual: Bool { rows.allSatisfy { $0.differences.isEmpty } }

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines: [String] = []
        for row in rows where !row.differences.isEmpty {
            lines.append(paint(row.request.name, .bold))
            for (name, response) in [(server, row.server), ("the simulator", row.simulator)] {
                lines.append("  \(name): \(response.text)".printable)
            }
            for name in row.differences where name.hasPrefix("header ") {
                let key = String(name.dropFirst("header ".count))
                let (a, b) = (row.server.headers[key], row.simulator.headers[key])
                lines.append("  \(name): \(a ?? "absent") / \(b ?? "absent")".printable)
            }
            if row.differences.contains("body") {
                lines.append("  body: \(row.server.body) / \(row.simulator.body)".printable)
            }
        }
        let count = rows.count { !$0.differences.isEmpty }
        let requests = LoadReport.plural(rows.count, "request")
        lines.append(
            count == 0
                ? "\(requests): the simulator responds like \(server)".printable
                : "\(requests), of which \(count) got a different response".printable)
        if let stop { lines.append("the comparison ended early: \(stop)".printable) }
        return lines.joined(separator: "\n")
    }

    package func json() -> JSONObject {
        var object: JSONObject = [
            "bellhop": .string(version), "server": .string(server),
            "time": .string(APIJSON.text(of: time)), "equal": .bool(isEqual),
            "requests": .array(rows.map(Self.json)),
        ]
        object["ended_early"] = stop.map(JSONValue.string)
        return object
    }

    private static func json(_ row: Row) -> JSONValue {
        let request = row.request
        return [
            "name": .string(request.name),
            "request": [
                "method": .string(request.method), "path": .string(request.path),
                "headers": .array(
                    request.headers.map { [.string($0.name), .string($0.value)] }),
                "provider_token": .bool(request.isAuthorized),
                "body_bytes": .number(JSONNumber(request.body.count)),
            ],
            "server": row.server.json, "simulator": row.simulator.json,
            "differences": .array(row.differences.map(JSONValue.string)),
        ]
    }
}
