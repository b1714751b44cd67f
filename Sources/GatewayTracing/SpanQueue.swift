// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The finished spans that wait to be written. Adding a span never waits: if there is no room, the
/// span is dropped and counted.
package final class SpanQueue: Sendable {
    /// The maximum number of spans that wait; they take a few megabytes at most. The writer takes
    /// all of them once a second.
    package static let spansMax = 8192

    private struct State {
        var spans: [FinishedSpan] = []
        var droppedCount = 0
    }

    private let state = Mutex(State())
    private let spansMax: Int

    package init(spansMax: Int = SpanQueue.spansMax) { self.spansMax = spansMax }

    /// The number of finished spans that were not and will not be written.
    package var droppedCount: Int { state.withLock { $0.droppedCount } }

    func add(_ span: FinishedSpan) {
        state.withLock { state in
            if state.spans.count < spansMax {
                state.spans.append(span)
            } else {
                state.droppedCount += 1
            }
        }
    }

    /// Removes and returns all spans.
    package func take() -> [FinishedSpan] {
        state.withLock { state in
            defer { state.spans = [] }
            return state.spans
        }
    }

    /// Counts spans that were taken and could not be written.
    func dropped(_ count: Int) { state.withLock { $0.droppedCount += count } }
}
