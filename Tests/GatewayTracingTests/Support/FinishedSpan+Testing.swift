// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tracing

@testable import GatewayTracing

extension FinishedSpan {
    /// A span with fixed identifiers and times.
    static func sample(
        _ name: String = "postUsersUserMessages", parent: Bool = true, kind: SpanKind = .server,
        attributes: SpanAttributes = [:], events: [Event] = [], droppedEventCount: Int = 0,
        status: SpanStatus? = nil
    ) throws -> FinishedSpan {
        FinishedSpan(
            identity: SpanIdentity(
                traceID: try #require(TraceID(hex: "4bf92f3577b34da6a3ce929d0e0e4736")),
                spanID: try #require(SpanID(hex: "00f067aa0ba902b7")), isSampled: true),
            parent: parent ? SpanID(hex: "eee19b7ec3c1b174") : nil, kind: kind, name: name,
            start: 1_544_712_660_000_000_000, end: 1_544_712_661_000_000_001,
            attributes: attributes, events: events, droppedEventCount: droppedEventCount,
            status: status)
    }
}

extension TraceResource {
    static let sample = TraceResource(version: "1.2.3", instance: "one")
}
