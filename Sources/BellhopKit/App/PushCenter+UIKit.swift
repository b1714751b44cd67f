// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
public import UserNotificationsShim

extension PushCenter {
    /// Starts all parts of the center. Call this function before the launch ends (see ``start()``);
    /// further calls do nothing.
    public func start(_ application: UIApplication) {
        if refresh == nil, let plan = configuration.refresh {
            refresh = BackgroundRefresh(
                plan, scheduler: .shared, context: context,
                onError: { [configuration] in configuration.onError?($0) }
            ) { [weak self] in
                guard let self else { return false }
                await self.schedule.refill()
                return await self.fetchInTime() != .failed
            }
        }
        guard start() else { return }
        observations = Observations(
            of: application,
            [
                UIApplication.didBecomeActiveNotification: { [weak self] in
                    self?.didBecomeActive()
                },
                UIApplication.didEnterBackgroundNotification: { [weak self] in
                    self?.didEnterBackground()
                },
            ])
        startParts(application)
    }

    /// Handles a push that UIKit passes to the delegate; calls the completion handler once, within
    /// the system's time limit.
    public func didReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        let completion = CompletionOnce(completionHandler)
        let userInfo = PushPayload(userInfo)
        Task {
            switch await didReceiveRemoteNotification(userInfo) {
            case .newData: completion(.newData)
            case .noData: completion(.noData)
            case .failed: completion(.failed)
            }
        }
    }
}
#endif
