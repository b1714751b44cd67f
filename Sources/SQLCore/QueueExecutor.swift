// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// Runs a connection's code on a separate queue, so that waiting for a disk never blocks a thread
/// of the rest of the program.
public final class QueueExecutor: SerialExecutor {
    public let queue: DispatchQueue

    public init(label: String) { queue = DispatchQueue(label: label) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async { unowned.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
