// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import APNSWire
import Foundation
import UserNotificationsShim

/// Fetches from time to time even if the app is not opened and no push arrives
/// ("BGAppRefreshTask").
///
/// The system decides when it runs the work, and never does after the app was force-quit.
@MainActor
final class BackgroundRefresh: RefreshScheduling {
    private let plan: RefreshPlan
    private let scheduler: BGTaskScheduler
    private let context: AppContext
    private let onError: @MainActor (PushError) -> Void
    private let work: @MainActor () async -> Bool

    /// - Parameter work: the work to do; returns whether it succeeded.
    init(
        _ plan: RefreshPlan, scheduler: BGTaskScheduler, context: AppContext,
        onError: @escaping @MainActor (PushError) -> Void,
        work: @escaping @MainActor () async -> Bool
    ) {
        self.plan = plan
        self.scheduler = scheduler
        self.context = context
        self.onError = onError
        self.work = work
    }

    /// Registers the work. Must be called before the launch ends, or the system refuses it.
    func register() {
        let isRegistered = scheduler.register(
            forTaskWithIdentifier: plan.taskID, using: .main
        ) { [weak self] task in
            let end = CompletionOnce(task.setTaskCompleted(success:))
            guard let self else {
                end(false)
                return
            }
            self.run(task, end)
        }
        if !isRegistered { onError(.refreshRefused(RefreshNotPermitted())) }
    }

    /// Requests the next run; an earlier request is replaced.
    func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: plan.taskID)
        request.earliestBeginDate = context.time.now + plan.interval.inSeconds
        do { try scheduler.submit(request) } catch { onError(.refreshRefused(error)) }
    }

    private func run(_ task: BGTask, _ end: CompletionOnce<Bool>) {
        // The next run is requested first, because this process may be terminated before the work
        // is done.
        schedule()
        let work = Task {
            let isComplete = await self.work()
            end(isComplete && !Task.isCancelled)
        }
        // The system may call the handler on any thread.
        task.expirationHandler = { @Sendable in
            work.cancel()
            end(false)
        }
    }
}

/// The identifier is not among `BGTaskSchedulerPermittedIdentifiers`, or has a handler already.
struct RefreshNotPermitted: Error {}
#endif
