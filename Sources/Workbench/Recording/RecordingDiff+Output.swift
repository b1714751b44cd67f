// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

extension RecordingDiff: WorkResult {
    /// The maximum number of devices in the text. The JSON form contains all devices.
    static let shownDeviceCountMax = 20

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines: [String] = []
        for side in [a, b] where !side.isComplete {
            lines.append("\(side.name.printable): the record is incomplete")
        }
        guard !isEqual else {
            let requests = LoadReport.plural(a.requestCount, "request")
            let connections = LoadReport.plural(a.connectionCount, "connection")
            return (lines + ["no difference: \(requests) over \(connections)"])
                .joined(separator: "\n")
        }
        lines.append(paint("\(a.name) → \(b.name)".printable, .bold))
        let others = differences.filter { $0.property != .device }
        let devices = differences.filter { $0.property == .device }
        let shown = others + devices.prefix(Self.shownDeviceCountMax)
        let column = (shown.map { $0.label.count }.max() ?? 0) + 2
        for difference in shown {
            lines.append(
                difference.label.printable + TextRow.blanks(column - difference.label.count)
                    + difference.text.printable)
        }
        let rest = devices.count - Self.shownDeviceCountMax
        if rest > 0 { lines.append("and \(LoadReport.plural(rest, "more device"))") }
        return lines.joined(separator: "\n")
    }

    package func json() -> JSONObject {
        func side(_ side: Side) -> JSONValue {
            [
                "file": .string(side.name), "requests": .number(JSONNumber(side.requestCount)),
                "connections": .number(JSONNumber(side.connectionCount)),
                "complete": .bool(side.isComplete),
            ]
        }
        return [
            "equal": .bool(isEqual), "a": side(a), "b": side(b),
            "differences": .array(differences.map(\.json)),
        ]
    }
}

extension RecordingDiff.Difference {
    fileprivate var label: String {
        let word = property == .pushType ? "push type" : property.rawValue
        return name.isEmpty ? word : "\(word) \(name)"
    }

    fileprivate var text: String {
        switch change {
        case .count: "\(a) → \(b)"
        case .appeared: "appeared in \(LoadReport.plural(b, "request"))"
        case .vanished: "vanished; it was in \(LoadReport.plural(a, "request"))"
        case .values where aValues.isEmpty && bValues.isEmpty:
            "in \(a) → \(LoadReport.plural(b, "request"))"
        case .values: "\(Self.list(aValues)) → \(Self.list(bValues))"
        case .order: "the same \(LoadReport.plural(a, "request")) in another order"
        case .requests where a == b:
            "\(LoadReport.plural(a, "request")), of which some differ"
        case .requests: "\(a) → \(LoadReport.plural(b, "request"))"
        }
    }

    private static func list(_ values: [String]) -> String {
        values.isEmpty ? "–" : values.joined(separator: ", ")
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "what": .string(property.rawValue), "change": .string(change.rawValue),
            "a": .number(JSONNumber(a)), "b": .number(JSONNumber(b)),
        ]
        if !name.isEmpty { object["name"] = .string(name) }
        if !aValues.isEmpty || !bValues.isEmpty {
            object["a_values"] = .array(aValues.map(JSONValue.string))
            object["b_values"] = .array(bValues.map(JSONValue.string))
        }
        return .object(object)
    }
}
