// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Tracing

/// A span within its trace, and whether the trace is recorded: what a span passes on to the spans
/// below it, in this process or in another one.
package struct SpanIdentity: Hashable, Sendable {
    package let traceID: TraceID
    package let spanID: SpanID
    package let isSampled: Bool

    package init(traceID: TraceID, spanID: SpanID, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// Makes the identity of a new span. A span below another one belongs to the same trace and is
    /// recorded if the other one is, so that a trace is recorded as a whole or not at all.
    ///
    /// - Parameter share: decides about a span that begins a trace.
    init(
        below parent: SpanIdentity?, share: TraceShare,
        using generator: inout some RandomNumberGenerator
    ) {
        traceID = parent?.traceID ?? TraceID(using: &generator)
        spanID = SpanID(using: &generator)
        isSampled = parent?.isSampled ?? share.includes(traceID)
    }
}

extension SpanIdentity {
    private enum Key: ServiceContextKey {
        typealias Value = SpanIdentity
        static var nameOverride: String? { "bellhop-span" }
    }

    /// The identity of the span of a context; `nil` if the context belongs to no span.
    package init?(_ context: ServiceContext?) {
        guard let identity = context?[Key.self] else { return nil }
        self = identity
    }

    /// Makes this the span of a context.
    package func set(in context: inout ServiceContext) { context[Key.self] = self }
}
