// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Threads for app code, separate from those of Swift's tasks.
///
/// App code may block, for instance while it waits on a semaphore for a completion handler. On a
/// phone, the system calls such a handler on its own thread. Swift has one thread for each core;
/// when tasks block all of them, no task continues, and a handler that ran as a task would never be
/// called.
final class PhoneThreads: TaskExecutor {
    static let shared = PhoneThreads()

    /// Runs a completion handler on its own thread.
    ///
    /// A serial queue always gets a thread, up to Dispatch's limit of 255; concurrent queues share
    /// one thread for each core, and blocked code may occupy all of these.
    static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "bellhop.phone").async(execute: work)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Self.run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
