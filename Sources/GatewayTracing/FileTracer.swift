// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Tracing

/// A tracer that decides which traces are recorded, and puts their finished spans into a queue.
///
/// Traces continue across processes with the header `traceparent`. The header `tracestate` of other
/// tracers is ignored.
package final class FileTracer: Tracer {
    private let share: TraceShare
    private let queue: SpanQueue
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    package init(
        share: TraceShare, queue: SpanQueue,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.share = share
        self.queue = queue
        self.generator = Mutex(generator)
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind, at instant: @autoclosure () -> Instant, function: String,
        file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = SpanIdentity(context)
        let identity = generator.withLock { generator in
            SpanIdentity(below: parent, share: share, using: &generator)
        }
        identity.set(in: &context)
        return RecordedSpan(
            operationName, identity, below: parent?.spanID, kind: kind,
            start: instant().nanosecondsSinceEpoch, context: context,
            queue: identity.isSampled ? queue : nil)
    }

    /// Does nothing, because ``TraceWriter`` writes all spans within a second.
    package func forceFlush() {}

    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        let value = extractor.extract(key: TraceParent.headerName, from: carrier)
        value.flatMap(TraceParent.parse)?.set(in: &context)
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let identity = SpanIdentity(context) else { return }
        injector.inject(
            TraceParent.text(of: identity), forKey: TraceParent.headerName, into: &carrier)
    }
}
