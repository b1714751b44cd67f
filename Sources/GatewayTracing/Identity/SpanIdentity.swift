// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Tracing

/// A span within its trace, and whether the trace is recorded. A span passes this on to its child
/// spans, in this process or in another one.
package struct SpanIdentity: Hashable, Sendable {
    package let traceID: TraceID
    package let spanID: SpanID
    package let isSampled: Bool

    package init(traceID: TraceID, spanID: SpanID, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// Makes the identity of a new span. A child span belongs to its parent's trace and is recorded
    /// if its parent is, so that a trace is recorded as a whole or not at all.
    ///
    /// - Parameter share: decides whether a trace that begins with this span is recorded.
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

    /// Sets this identity as that of the span of a context.
    package func set(in context: inout ServiceContext) { context[Key.self] = self }
}
