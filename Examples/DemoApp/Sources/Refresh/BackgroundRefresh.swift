// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import BackgroundTasks
#else
import OpenUserNotifications
#endif

/// Refreshes the inbox from time to time, when the system thinks that it suits.
@MainActor
final class BackgroundRefresh {
    /// Stands in the Info.plist under `BGTaskSchedulerPermittedIdentifiers`.
    nonisolated static let identifier = "dev.bellhop.demo.refresh"
    /// Seconds until the next one at the earliest.
    nonisolated static let interval: TimeInterval = 4 * 60 * 60

    private let scheduler = BGTaskScheduler.shared
    private let refresh: InboxRefresh
    private let now: @Sendable () -> Date

    init(refresh: InboxRefresh, now: @escaping @Sendable () -> Date) {
        self.refresh = refresh
        self.now = now
    }

    /// Says what is to be done. Before the launch ends, or the system refuses.
    func register() {
        scheduler.register(forTaskWithIdentifier: Self.identifier, using: .main) {
            [weak self] task in
            MainActor.assumeIsolated {
                guard let self else { return task.setTaskCompleted(success: false) }
                self.run(task)
            }
        }
    }

    /// Asks for the next one.
    ///
    /// - Returns: whether the system took the request; it does not when the person turned
    ///   background refresh off.
    @discardableResult
    func schedule() -> Bool {
        let request = BGAppRefreshTaskRequest(identifier: Self.identifier)
        request.earliestBeginDate = now().addingTimeInterval(Self.interval)
        do {
            try scheduler.submit(request)
            return true
        } catch {
            return false
        }
    }

    private func run(_ task: BGTask) {
        schedule()
        let work = Task {
            let outcome = await refresh.run()
            task.setTaskCompleted(success: outcome != .failed)
        }
        task.expirationHandler = { work.cancel() }
    }
}
