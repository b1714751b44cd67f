// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import APNSWire
import Foundation
import UserNotificationsShim

/// Fetches missed messages from time to time even if the app is not opened and no push arrives
/// ("BGAppRefreshTask").
///
/// The system decides when the work runs. After the app was force-quit, the work never runs.
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

    /// Registers the work. Call this function before the launch ends; otherwise, the system refuses
    /// the registration.
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

/// An error that occurs when the identifier is not among `BGTaskSchedulerPermittedIdentifiers`, or
/// already has a handler.
struct RefreshNotPermitted: Error {}
#endif
