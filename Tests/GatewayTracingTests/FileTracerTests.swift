// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing
import Tracing

@testable import GatewayTracing

struct FileTracerTests {
    private static let caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private let queue = SpanQueue()

    private func tracer(share: Double = 1) throws -> FileTracer {
        FileTracer(
            share: try #require(TraceShare(share)), queue: queue,
            generator: SeededGenerator(seed: 1))
    }

    @Test func `spans are finished from the inside out, in one trace`() throws {
        let tracer = try tracer()
        tracer.withSpan("outer", ofKind: .server) { outer in
            outer.attributes["a"] = 1
            tracer.withSpan("inner", ofKind: .client) { inner in
                inner.operationName = "renamed"
                inner.setStatus(SpanStatus(code: .error, message: "why"))
            }
        }
        let spans = queue.take()
        try #require(spans.map(\.name) == ["renamed", "outer"])
        #expect(spans[0].identity.traceID == spans[1].identity.traceID)
        #expect(spans[0].parent == spans[1].identity.spanID)
        #expect(spans[1].parent == nil)
        #expect(spans.map(\.kind) == [.client, .server])
        #expect(spans[0].status == SpanStatus(code: .error, message: "why"))
        #expect(spans[1].attributes.get("a") == .int64(1))
        #expect(spans[1].start <= spans[0].start && spans[0].end <= spans[1].end)
    }

    @Test(arguments: [0.0, 1.0])
    func `a trace that the caller began is continued`(share: Double) throws {
        let tracer = try tracer(share: share)
        var context = ServiceContext.topLevel
        tracer.extract(["traceparent": Self.caller], into: &context, using: Carrier())
        tracer.withSpan("request", context: context) { span in
            var onward: [String: String] = [:]
            tracer.inject(span.context, into: &onward, using: Carrier())
            let next = onward["traceparent"].flatMap(TraceParent.parse)
            #expect(next == SpanIdentity(span.context))
        }
        let span = try #require(queue.take().first)
        #expect(span.identity.traceID.description == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(span.parent?.description == "00f067aa0ba902b7")
    }

    @Test(arguments: [nil, "nonsense", "00-\(String(repeating: "0", count: 32))-0-01"])
    func `with share 0, a trace with an invalid or missing traceparent is not recorded`(
        value: String?
    ) throws {
        let tracer = try tracer(share: 0)
        var context = ServiceContext.topLevel
        tracer.extract(
            value.map { ["traceparent": $0] } ?? [:], into: &context, using: Carrier())
        tracer.withSpan("request", context: context) { #expect(!$0.isRecording) }
        #expect(queue.take().isEmpty)
    }

    @Test func `an unrecorded span has no effect, and neither do the spans below it`() throws {
        let tracer = try tracer(share: 0)
        tracer.withSpan("outer") { outer in
            outer.attributes["a"] = 1
            outer.addEvent("event")
            outer.operationName = "other"
            #expect(outer.attributes.isEmpty)
            #expect(outer.operationName == "outer")
            tracer.withSpan("inner") { #expect(!$0.isRecording) }
        }
        #expect(queue.take().isEmpty)
    }

    @Test func `an error is recorded by its type, because its text may quote a request`() throws {
        struct Refusal: Error, CustomStringConvertible { let description = "token abcdef" }
        let tracer = try tracer()
        #expect(throws: Refusal.self) {
            try tracer.withSpan("x") { _ -> Void in throw Refusal() }
        }
        let span = try #require(queue.take().first)
        #expect(span.events.map(\.name) == ["exception"])
        #expect(span.events.map(\.errorType) == ["Refusal"])
        #expect(span.status?.code == .error)
    }

    @Test func `events are limited and counted, and a span ends once`() throws {
        let span = try tracer().startSpan("x")
        for number in 0..<(SpanLimits.eventsMax + 3) {
            span.addEvent(SpanEvent(name: "event \(number)"))
        }
        span.end()
        span.end()
        let spans = queue.take()
        try #require(spans.count == 1)
        #expect(spans[0].events.count == SpanLimits.eventsMax)
        #expect(spans[0].events.last?.name == "event \(SpanLimits.eventsMax - 1)")
        #expect(spans[0].droppedEventCount == 3)
    }

    @Test func `a clock that is set back makes no span of negative length`() throws {
        typealias Instant = DefaultTracerClock.Timestamp
        let span = try tracer().startSpan("x", at: Instant(nanosecondsSinceEpoch: 9))
        span.end(at: Instant(nanosecondsSinceEpoch: 5))
        let finished = try #require(queue.take().first)
        #expect(finished.start == 9)
        #expect(finished.end == 9)
    }

    @Test func `a full queue drops later spans and counts them`() throws {
        let small = SpanQueue(spansMax: 2)
        let tracer = FileTracer(
            share: try #require(TraceShare(1)), queue: small, generator: SeededGenerator(seed: 1))
        for name in ["a", "b", "c", "d"] { tracer.startSpan(name).end() }
        #expect(small.droppedCount == 2)
        #expect(small.take().map(\.name) == ["a", "b"])
        tracer.startSpan("e").end()
        #expect(small.take().map(\.name) == ["e"])
        #expect(small.droppedCount == 2)
    }

    /// The header fields of a request, as a dictionary.
    private struct Carrier: Extractor, Injector {
        func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }

        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
            carrier[key] = value
        }
    }
}
