// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Threads for app code, beside those of Swift's tasks.
///
/// App code may block: it waits on a semaphore for a completion handler, for instance. On a phone
/// such a handler comes on a thread of the system. Swift has one thread for each core; when tasks
/// block all of them, no task goes on, and a handler that ran as one would never come.
final class PhoneThreads: TaskExecutor {
    static let shared = PhoneThreads()

    /// Runs a completion handler on a thread of its own.
    ///
    /// A serial queue always gets a thread, up to Dispatch's limit of 255; concurrent queues share
    /// as many as there are cores, and blocked code may hold all of them.
    static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "bellhop.phone").async(execute: work)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Self.run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
