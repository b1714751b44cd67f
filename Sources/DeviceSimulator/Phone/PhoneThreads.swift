// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Threads for app code, separate from the threads of Swift's tasks.
///
/// App code may block, for instance while it waits on a semaphore for a completion handler. On a
/// phone, the system calls such a handler on its own thread. Swift's tasks share one thread for
/// each core. When tasks block all of these threads, no task continues, and a handler that had to
/// run as a task would never be called.
final class PhoneThreads: TaskExecutor {
    static let shared = PhoneThreads()

    /// Runs a completion handler on its own thread.
    ///
    /// The method uses a serial queue, which always gets a thread, up to Dispatch's limit of 255.
    /// Concurrent queues share one thread for each core, and blocked code may occupy all of these
    /// threads.
    static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "bellhop.phone").async(execute: work)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Self.run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
