// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging
import Simulation
import Testing
import Tracing

@testable import GatewayTracing

struct SpanIdentityTests {
    private static let half: UInt64 = 1 << 55

    @Test(
        arguments: [
            (0, 0, false), (1, (1 << 56) - 1, true), (0.5, half - 1, true), (0.5, half, false),
            (0.5, half - 1 + (1 << 60), true), (0.01, (1 << 56) / 101, true),
            (0.01, (1 << 56) / 99, false),
        ] as [(Double, UInt64, Bool)])
    func `the last 56 bits of a trace identifier determine whether the trace is recorded`(
        share: Double, low: UInt64, isIncluded: Bool
    ) throws {
        let trace = try #require(TraceID(high: 7, low: low))
        #expect(try #require(TraceShare(share)).includes(trace) == isIncluded)
    }

    @Test(arguments: [-0.01, 1.01, .nan, .infinity, -.infinity])
    func `a share is a number from 0 to 1`(share: Double) { #expect(TraceShare(share) == nil) }

    @Test func `the recorded part of random traces is close to the configured share`() throws {
        var generator = SeededGenerator(seed: 3)
        let share = try #require(TraceShare(0.1))
        let count = (0..<10_000).count(where: { _ in
            SpanIdentity(below: nil, share: share, using: &generator).isSampled
        })
        #expect((900...1100).contains(count), "\(count)")
    }

    @Test(arguments: [true, false], [0.0, 1.0])
    func `a child span is recorded exactly if its parent is, regardless of the share`(
        isSampled: Bool, share: Double
    ) throws {
        var generator = SeededGenerator(seed: 4)
        let parent = SpanIdentity(
            traceID: TraceID(using: &generator), spanID: SpanID(using: &generator),
            isSampled: isSampled)
        let child = SpanIdentity(
            below: parent, share: try #require(TraceShare(share)), using: &generator)
        #expect(child.traceID == parent.traceID)
        #expect(child.spanID != parent.spanID)
        #expect(child.isSampled == isSampled)
    }

    @Test func `log lines of a span have its identifiers, and others have none`() throws {
        let tracer = FileTracer(
            share: try #require(TraceShare(0)), queue: SpanQueue(),
            generator: SeededGenerator(seed: 5))
        #expect(TraceMetadata.provider.get().isEmpty)
        tracer.withSpan("a request") { span in
            let identity = SpanIdentity(span.context)
            let metadata = TraceMetadata.provider.get()
            #expect(identity != nil)
            #expect(metadata["trace_id"] == identity.map { "\($0.traceID)" })
            #expect(metadata["span_id"] == identity.map { "\($0.spanID)" })
        }
    }
}
