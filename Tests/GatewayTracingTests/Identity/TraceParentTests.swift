// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GatewayTracing

struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test(arguments: [("01", true), ("00", false), ("03", true), ("02", false), ("ff", true)])
    func `a value of version 00 contains a trace, a span and the sampled flag`(
        flags: String, isSampled: Bool
    ) throws {
        let parent = try #require(TraceParent.parse("00-\(Self.trace)-\(Self.span)-\(flags)"))
        #expect(parent.traceID.description == Self.trace)
        #expect(parent.spanID.description == Self.span)
        #expect(parent.isSampled == isSampled)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-0g",
        "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-00", "ff-\(trace)-\(span)-01",
        "00-\(trace.uppercased())-\(span)-01", "00-00000000000000000000000000000000-\(span)-01",
        "00-\(trace)-0000000000000000-01", "00-\(trace)0-\(span.dropLast())-01",
        "cc-\(trace)-\(span)-01x", "00_\(trace)_\(span)_01", "00-\(trace)-\(span)-01,00",
        "00-\(trace)-\(span.dropLast(2))é-01",
    ])
    func `an invalid value is rejected`(text: String) {
        #expect(TraceParent.parse(text) == nil)
    }

    @Test(arguments: ["cc-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01-what-comes-later"])
    func `a later version may have more fields`(text: String) throws {
        let parent = try #require(TraceParent.parse(text))
        #expect(parent.traceID.description == Self.trace)
        #expect(parent.isSampled)
    }

    @Test(arguments: [true, false])
    func `a written value is parsed as the same identity`(isSampled: Bool) throws {
        let identity = SpanIdentity(
            traceID: try #require(TraceID(hex: Self.trace)),
            spanID: try #require(SpanID(hex: Self.span)), isSampled: isSampled)
        let text = TraceParent.text(of: identity)
        #expect(text == "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")")
        #expect(TraceParent.parse(text) == identity)
    }
}
