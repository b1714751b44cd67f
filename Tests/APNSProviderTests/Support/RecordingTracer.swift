// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Tracing

/// Keeps the spans that have ended.
final class RecordingTracer: Tracer {
    let spans = Recorder<RecordingSpan>()

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind, at instant: @autoclosure () -> Instant, function: String,
        file fileID: String, line: UInt
    ) -> RecordingSpan {
        let spans = spans
        return RecordingSpan(operationName, kind, context()) { spans.record($0) }
    }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {}
}

final class RecordingSpan: Span {
    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        var status: SpanStatus?
        var errorCount = 0
    }

    let kind: SpanKind
    let context: ServiceContext
    private let state: Mutex<State>
    private let ended: @Sendable (RecordingSpan) -> Void

    init(
        _ name: String, _ kind: SpanKind, _ context: ServiceContext,
        ended: @escaping @Sendable (RecordingSpan) -> Void
    ) {
        self.kind = kind
        self.context = context
        state = Mutex(State(name: name))
        self.ended = ended
    }

    var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    var status: SpanStatus? { state.withLock { $0.status } }
    var errorCount: Int { state.withLock { $0.errorCount } }
    var isRecording: Bool { true }

    func setStatus(_ status: SpanStatus) { state.withLock { $0.status = status } }

    func addEvent(_ event: SpanEvent) {}

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) { state.withLock { $0.errorCount += 1 } }

    func addLink(_ link: SpanLink) {}

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) { ended(self) }
}
