// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOCore

/// The timers of connections, on the client's source of time. Lives on one event loop.
final class TimerSet {
    private let eventLoop: any EventLoop
    private let time: TimeSource
    private var running:
        [PoolStateMachine.ConnectionID: [PoolStateMachine.Timer: Task<Void, Never>]] = [:]

    init(eventLoop: any EventLoop, time: TimeSource) {
        self.eventLoop = eventLoop
        self.time = time
    }

    /// Runs `action` on the loop after the delay, unless the connection's timers are cancelled
    /// before.
    func start(
        _ timer: PoolStateMachine.Timer, of id: PoolStateMachine.ConnectionID, delay: Duration,
        action: @escaping () -> Void
    ) {
        let fire = NIOLoopBound(
            { [weak self] in
                guard self?.running[id]?.removeValue(forKey: timer) != nil else { return }
                action()
            }, eventLoop: eventLoop)
        let task = Task { [eventLoop, time] in
            guard (try? await time.sleep(for: delay)) != nil else { return }
            eventLoop.execute { fire.value() }
        }
        running[id, default: [:]][timer]?.cancel()
        running[id, default: [:]][timer] = task
    }

    func cancelAll(of id: PoolStateMachine.ConnectionID) {
        for task in running.removeValue(forKey: id)?.values.map({ $0 }) ?? [] { task.cancel() }
    }
}
