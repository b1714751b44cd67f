// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Tracing

extension FinishedSpan {
    /// The span as a JSON object of `opentelemetry.proto.trace.v1.Span`.
    var otlp: JSONValue {
        var object: JSONObject = [
            "traceId": .string(identity.traceID.description),
            "spanId": .string(identity.spanID.description),
        ]
        if let parent { object.append("parentSpanId", .string(parent.description)) }
        object.append("name", .string(name.cut))
        object.append("kind", .number(JSONNumber(kind.otlpNumber)))
        object.append("startTimeUnixNano", .string(String(start)))
        object.append("endTimeUnixNano", .string(String(end)))
        let (listed, droppedCount) = attributes.otlp
        if !listed.isEmpty { object.append("attributes", .array(listed)) }
        object.append(count: droppedCount, as: "droppedAttributesCount")
        if !events.isEmpty { object.append("events", .array(events.map(\.otlp))) }
        object.append(count: droppedEventCount, as: "droppedEventsCount")
        if let status { object.append("status", status.otlp) }
        return .object(object)
    }
}

extension FinishedSpan.Event {
    /// The event as a JSON object of `Span.Event`.
    fileprivate var otlp: JSONValue {
        var object: JSONObject = [
            "timeUnixNano": .string(String(time)), "name": .string(name.cut),
        ]
        if let errorType {
            let attribute = OTLPLines.attribute("exception.type", .string(errorType.cut))
            object.append("attributes", [attribute])
        }
        return .object(object)
    }
}

extension SpanKind {
    /// The number in the enumeration `SpanKind`.
    fileprivate var otlpNumber: Int {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}

extension SpanStatus {
    /// The status as a JSON object of `Status`.
    fileprivate var otlp: JSONValue {
        var object: JSONObject = [:]
        if let message, !message.isEmpty { object.append("message", .string(message.cut)) }
        object.append("code", code == .error ? 2 : 1)
        return .object(object)
    }
}

extension SpanAttributes {
    /// The attributes in alphabetical order, and the number of attributes beyond the limit.
    fileprivate var otlp: (listed: [JSONValue], droppedCount: Int) {
        var all: [(key: String, value: SpanAttribute)] = []
        // Attributes are not a sequence.
        // swift-format-ignore: ReplaceForEachWithForLoop
        forEach { all.append(($0, $1)) }
        let listed = all.sorted { $0.key < $1.key }.prefix(SpanLimits.attributesMax).map {
            ["key": .string($0.key.cut), "value": $0.value.otlp] as JSONValue
        }
        return (listed, all.count - listed.count)
    }
}

extension SpanAttribute {
    /// The value as a JSON object of `AnyValue`.
    fileprivate var otlp: JSONValue {
        switch self {
        case .int32(let number): .int(Int64(number))
        case .int64(let number): .int(number)
        case .double(let number) where number.isFinite:
            ["doubleValue": .number(JSONNumber(number))]
        case .bool(let flag): ["boolValue": .bool(flag)]
        case .string(let text): .text(text)
        // Bellhop's spans contain no values of these types. A list becomes one text, so lists need
        // no limit of their own.
        case .double(let number): .text("\(number)")
        case .int32Array(let numbers): .text("\(numbers)")
        case .int64Array(let numbers): .text("\(numbers)")
        case .doubleArray(let numbers): .text("\(numbers)")
        case .boolArray(let flags): .text("\(flags)")
        case .stringArray(let texts): .text("\(texts)")
        case .stringConvertible(let value): .text("\(value)")
        case .stringConvertibleArray(let values): .text("\(values)")
        default: .text("")
        }
    }
}

extension JSONValue {
    fileprivate static func int(_ number: Int64) -> JSONValue {
        ["intValue": .string(String(number))]
    }

    fileprivate static func text(_ text: String) -> JSONValue { ["stringValue": .string(text.cut)] }
}

extension JSONObject {
    /// Appends a number, unless it is 0.
    fileprivate mutating func append(count: Int, as key: String) {
        if count > 0 { append(key, .number(JSONNumber(count))) }
    }
}

extension String {
    /// The beginning of the text, with at most ``SpanLimits/textByteCountMax`` bytes.
    fileprivate var cut: String {
        guard utf8.count > SpanLimits.textByteCountMax else { return self }
        var result = ""
        for character in unicodeScalars {
            let byteCount = result.utf8.count + UTF8.width(character)
            guard byteCount <= SpanLimits.textByteCountMax else { break }
            result.unicodeScalars.append(character)
        }
        return result
    }
}
