// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Logging
import NIOCore
import Synchronization

/// The engine of today: swift-nio-http2 over NIOSSL. All connections of a client live on one event
/// loop.
///
/// Everything that decides is ``PoolStateMachine``; here is only the bridge from tasks to the loop.
final class HTTP2Transport: PushTransport {
    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<TransportCore>
    private let lastRequestID = Atomic<UInt64>(0)
    private let requestDeadline: Duration
    private let time: TimeSource

    init(
        configuration: APNSClient.Configuration, eventLoop: any EventLoop, time: TimeSource,
        logger: Logger?
    ) {
        self.eventLoop = eventLoop
        self.time = time
        requestDeadline = configuration.requestDeadline
        core = NIOLoopBoundBox.makeBoxSendingValue(
            TransportCore(
                configuration: configuration, eventLoop: eventLoop, time: time, logger: logger),
            eventLoop: eventLoop)
    }

    func send(_ request: PushRequest) async throws(APNSClientError) -> PushOutcome {
        let id = lastRequestID.wrappingAdd(1, ordering: .relaxed).newValue
        let promise = eventLoop.makePromise(of: PushOutcome.self)
        // The loop runs these in order, so deadline and cancellation always find the request.
        onLoop { $0.submit(id, request, promise) }
        let outcome = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.watchDeadline(of: id) }
            let outcome = await withTaskCancellationHandler {
                try? await promise.futureResult.get()
            } onCancel: {
                self.onLoop { $0.cancel(id) }
            }
            group.cancelAll()
            return outcome
        }
        guard let outcome else { throw .closed }
        return outcome
    }

    func shutdown() async {
        let promise = eventLoop.makePromise(of: Void.self)
        onLoop { $0.shutdown(promise) }
        // The promise is only ever fulfilled.
        try? await promise.futureResult.get()
    }

    func abandon() { onLoop { $0.abandon() } }

    private func watchDeadline(of id: PoolStateMachine.RequestID) async {
        guard (try? await time.sleep(for: requestDeadline)) != nil else { return }
        onLoop { $0.deadlinePassed(id) }
    }

    private func onLoop(_ body: @escaping @Sendable (TransportCore) -> Void) {
        eventLoop.execute { [core] in body(core.value) }
    }
}
