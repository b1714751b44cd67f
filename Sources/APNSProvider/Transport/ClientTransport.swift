// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Logging
import NIOCore
import Synchronization

/// The bridge from tasks to the event loop of all connections of a client.
///
/// ``PushPool`` makes all decisions, on the event loop.
final class ClientTransport: Sendable {
    private let mailbox = Mailbox()
    private let core: NIOLoopBoundBox<ClientCore>
    private let eventLoop: any EventLoop
    private let lastRequestID = Atomic<UInt64>(0)

    init(
        configuration: APNSClient.Configuration, eventLoop: any EventLoop, time: TimeSource,
        logger: Logger?
    ) {
        self.eventLoop = eventLoop
        let mailbox = mailbox
        core = NIOLoopBoundBox.makeBoxSendingValue(
            ClientCore(
                configuration: configuration, mailbox: mailbox, eventLoop: eventLoop, time: time,
                logger: logger),
            eventLoop: eventLoop)
    }

    /// Sends one request and returns its outcome. Cancellation is reported as an outcome, too.
    nonisolated(nonsending) func send(_ request: EngineRequest) async -> EngineOutcome {
        let id = lastRequestID.wrappingAdd(1, ordering: .relaxed).newValue
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                guard !Task.isCancelled else {
                    let cause = FailureCause(.cancelled, "cancelled before it was sent")
                    return continuation.resume(
                        returning: .unknown(mayHaveBeenProcessed: false, cause))
                }
                post(.submit(request, .task(continuation), id: id))
                // The handler below may have run before the request was posted.
                if Task.isCancelled { post(.cancel(id: id)) }
            }
        } onCancel: {
            post(.cancel(id: id))
        }
    }

    /// Sends many requests and passes their outcomes to a receiver.
    func submit(_ submissions: Handover<BulkSubmission>, to receiver: BatchReceiver) {
        post(.submitAll(submissions, receiver))
    }

    /// Opens connections in advance; returns the cause of a failure, if any.
    func warmUp(_ count: Int) async -> String? {
        await withUnsafeContinuation { post(.warmUp(count, $0)) }
    }

    func shutdown() async { await withUnsafeContinuation { post(.shutdown($0)) } }

    func abandon() { post(.abandon) }

    private func post(_ message: consuming Mailbox.Message) {
        guard mailbox.post(message) else { return }
        eventLoop.execute { [core] in core.value.drainMailbox() }
    }
}
