// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Tracing

/// A span of ``FileTracer``. A span of a trace that is not recorded ignores what is added to it.
package final class RecordedSpan: Span {
    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        var events: [FinishedSpan.Event] = []
        var droppedEventCount = 0
        var status: SpanStatus?
        var hasEnded = false
    }

    package let context: ServiceContext
    private let identity: SpanIdentity
    private let parent: SpanID?
    private let kind: SpanKind
    private let start: UInt64
    /// `nil` if the trace is not recorded.
    private let queue: SpanQueue?
    private let state: Mutex<State>

    init(
        _ name: String, _ identity: SpanIdentity, below parent: SpanID?, kind: SpanKind,
        start: UInt64, context: ServiceContext, queue: SpanQueue?
    ) {
        self.identity = identity
        self.parent = parent
        self.kind = kind
        self.start = start
        self.context = context
        self.queue = queue
        state = Mutex(State(name: name))
    }

    package var isRecording: Bool { queue != nil }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { if isRecording { state.withLock { $0.name = newValue } } }
    }

    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { if isRecording { state.withLock { $0.attributes = newValue } } }
    }

    package func setStatus(_ status: SpanStatus) {
        if isRecording { state.withLock { $0.status = status } }
    }

    /// Records the event's name and time, without its attributes.
    package func addEvent(_ event: SpanEvent) {
        add(
            FinishedSpan.Event(
                name: event.name, time: event.nanosecondsSinceEpoch, errorType: nil))
    }

    /// Records the type of the error. The error's text may quote a request.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        guard isRecording else { return }
        add(
            FinishedSpan.Event(
                name: "exception", time: instant().nanosecondsSinceEpoch,
                errorType: "\(type(of: error))"))
    }

    /// Does nothing: the gateway makes no links.
    package func addLink(_ link: SpanLink) {}

    /// Puts the span into the queue. A second call does nothing.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard let queue else { return }
        let end = instant().nanosecondsSinceEpoch
        let span: FinishedSpan? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return FinishedSpan(
                identity: identity, parent: parent, kind: kind, name: state.name, start: start,
                // The clock may have been set back during the span.
                end: max(start, end), attributes: state.attributes, events: state.events,
                droppedEventCount: state.droppedEventCount, status: state.status)
        }
        if let span { queue.add(span) }
    }

    private func add(_ event: FinishedSpan.Event) {
        guard isRecording else { return }
        state.withLock { state in
            if state.events.count < SpanLimits.eventsMax {
                state.events.append(event)
            } else {
                state.droppedEventCount += 1
            }
        }
    }
}
