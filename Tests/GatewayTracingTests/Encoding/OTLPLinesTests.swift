// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing
import Tracing

@testable import GatewayTracing

struct OTLPLinesTests {
    private func line(_ spans: FinishedSpan...) throws -> String {
        let lines = OTLPLines.lines(of: spans, from: .sample)
        try #require(lines.count == 1)
        #expect(lines[0].spanCount == spans.count)
        return String(decoding: lines[0].bytes, as: UTF8.self)
    }

    /// The members of a span in its line.
    private func span(_ span: FinishedSpan) throws -> JSONObject {
        let json = try JSONValue(parsing: line(span))
        let scopes = try #require(json["resourceSpans"]?.arrayValue?.first?["scopeSpans"])
        let spans = try #require(scopes.arrayValue?.first?["spans"]?.arrayValue)
        return try #require(spans.first?.objectValue)
    }

    @Test func `a line is one request of OTLP`() throws {
        let text = try line(
            .sample(
                attributes: [
                    "http.route": "/v1/users/{user}/messages", "http.response.status_code": 202,
                ], status: SpanStatus(code: .error, message: "why")),
            .sample("campaign batch", parent: false, kind: .internal))
        #expect(
            text == """
                {"resourceSpans":[{"resource":{"attributes":[\
                {"key":"service.name","value":{"stringValue":"bellhop-gateway"}},\
                {"key":"service.version","value":{"stringValue":"1.2.3"}},\
                {"key":"service.instance.id","value":{"stringValue":"one"}}]},\
                "scopeSpans":[{"scope":{"name":"bellhop","version":"1.2.3"},"spans":[\
                {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7",\
                "parentSpanId":"eee19b7ec3c1b174","name":"postUsersUserMessages","kind":2,\
                "startTimeUnixNano":"1544712660000000000","endTimeUnixNano":"1544712661000000001",\
                "attributes":[\
                {"key":"http.response.status_code","value":{"intValue":"202"}},\
                {"key":"http.route","value":{"stringValue":"/v1/users/{user}/messages"}}],\
                "status":{"message":"why","code":2}},\
                {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7",\
                "name":"campaign batch","kind":1,\
                "startTimeUnixNano":"1544712660000000000","endTimeUnixNano":"1544712661000000001"\
                }]}]}]}

                """)
    }

    @Test(
        arguments: [
            (.internal, 1), (.server, 2), (.client, 3), (.producer, 4), (.consumer, 5),
        ] as [(SpanKind, Int)])
    func `a span kind is encoded as its number`(kind: SpanKind, number: Int) throws {
        #expect(try span(.sample(kind: kind))["kind"]?.intValue == number)
    }

    @Test(
        arguments: [
            (.string("a \"b\"\n"), #"{"stringValue":"a \"b\"\n"}"#),
            (.int32(-5), #"{"intValue":"-5"}"#),
            (.int64(.max), #"{"intValue":"9223372036854775807"}"#),
            (.double(0.25), #"{"doubleValue":0.25}"#), (.bool(true), #"{"boolValue":true}"#),
            (.double(.nan), #"{"stringValue":"nan"}"#),
            (.int64Array([1, 2]), #"{"stringValue":"[1, 2]"}"#),
        ] as [(SpanAttribute, String)])
    func `an attribute's value is encoded by its type`(value: SpanAttribute, text: String) throws {
        let attributes = try span(.sample(attributes: SpanAttributes(["x": value])))["attributes"]
        #expect(attributes?.arrayValue?.first?["value"].map { JSONWriter.text($0) } == text)
    }

    @Test func `an event has its time, its name and the type of an error`() throws {
        let events = try span(
            .sample(
                events: [
                    FinishedSpan.Event(name: "exception", time: 7, errorType: "Refusal"),
                    FinishedSpan.Event(name: "woken", time: 8, errorType: nil),
                ], droppedEventCount: 2))
        #expect(events["droppedEventsCount"]?.intValue == 2)
        #expect(
            events["events"].map { JSONWriter.text($0) }
                == #"[{"timeUnixNano":"7","name":"exception","attributes":[{"key":"#
                + #""exception.type","value":{"stringValue":"Refusal"}}]},"#
                + #"{"timeUnixNano":"8","name":"woken"}]"#)
    }

    @Test func `attributes and texts have limits`() throws {
        var attributes = SpanAttributes()
        for number in 100..<(100 + SpanLimits.attributesMax + 5) { attributes["n\(number)"] = 1 }
        attributes["a"] = String(repeating: "é", count: 200)
        let object = try span(.sample(attributes: attributes))
        let listed = try #require(object["attributes"]?.arrayValue)
        #expect(listed.count == SpanLimits.attributesMax)
        #expect(object["droppedAttributesCount"]?.intValue == 6)
        #expect(
            listed.first?["value"]?["stringValue"]?.stringValue
                == String(repeating: "é", count: SpanLimits.textByteCountMax / 2))
    }

    @Test func `even the largest span results in a line far below the Collector's limit`() throws {
        let text = String(repeating: "\u{1}", count: SpanLimits.textByteCountMax)
        var attributes = SpanAttributes()
        for number in 0..<SpanLimits.attributesMax { attributes["\(number)" + text] = text }
        let largest = try FinishedSpan.sample(
            text, attributes: attributes,
            events: Array(
                repeating: FinishedSpan.Event(name: text, time: .max, errorType: text),
                count: SpanLimits.eventsMax),
            droppedEventCount: .max, status: SpanStatus(code: .error, message: text))
        #expect(try line(largest).utf8.count < 132 << 10)
    }

    @Test func `spans that do not fit into a line are in the next line`() throws {
        let spans = try (0..<5).map { try FinishedSpan.sample("span \($0)") }
        let whole = try #require(OTLPLines.lines(of: spans, from: .sample).first)
        let lines = OTLPLines.lines(
            of: spans, from: .sample, lineByteCountMax: whole.bytes.count - 10)
        #expect(lines.map(\.spanCount) == [4, 1])
        for line in lines {
            #expect(line.bytes.last == UInt8(ascii: "\n"))
            #expect(line.bytes.count(where: { $0 == UInt8(ascii: "\n") }) == 1)
            #expect(throws: Never.self) {
                try JSONValue(parsing: String(decoding: line.bytes, as: UTF8.self))
            }
        }
        let single = OTLPLines.lines(of: spans, from: .sample, lineByteCountMax: 1)
        #expect(single.map(\.spanCount) == [1, 1, 1, 1, 1], "a span is never left out")
    }

    @Test func `without spans, there is no line`() {
        #expect(OTLPLines.lines(of: [], from: .sample).isEmpty)
    }
}
