// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Synchronization

/// The events that arrive for a node while it processes earlier events. The inbox collects outcomes
/// and delivers them together, so that a busy node takes larger steps instead of falling behind.
///
/// The inbox needs no limit of its own. It receives at most one outcome for each notification in
/// flight and one response for each request to the store, and the node limits the numbers of both.
final class NodeInbox: Sendable {
    private struct State {
        var events: [NodeEvent] = []
        var outcomes: [(tag: AttemptTag, outcome: TransportOutcome)] = []
    }

    /// Yields one element after one or more events have arrived.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ event: NodeEvent) {
        state.withLock { $0.events.append(event) }
        continuation.yield()
    }

    func post(_ tag: AttemptTag, _ outcome: TransportOutcome) {
        let isFirst = state.withLock { state in
            state.outcomes.append((tag, outcome))
            return state.outcomes.count == 1
        }
        if isFirst { continuation.yield() }
    }

    /// Removes and returns all events that have arrived.
    func take() -> [NodeEvent] {
        state.withLock { state in
            var events = state.events
            state.events.removeAll(keepingCapacity: true)
            if !state.outcomes.isEmpty {
                events.append(.outcomes(state.outcomes))
                state.outcomes.removeAll(keepingCapacity: true)
            }
            return events
        }
    }

    /// Ends the stream.
    func finish() { continuation.finish() }
}
