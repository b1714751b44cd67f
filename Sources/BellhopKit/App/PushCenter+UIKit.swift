// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
public import UserNotificationsShim

extension PushCenter {
    /// Starts everything. To be called before the launch is over, see ``start()``; calling it again
    /// does nothing.
    public func start(_ application: UIApplication) {
        if refresh == nil, let plan = configuration.refresh {
            refresh = BackgroundRefresh(
                plan, scheduler: .shared, context: context,
                fault: { [configuration] in configuration.onFault?($0) }
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

    /// What UIKit tells the delegate of a push; the handler is called once, in time.
    public func didReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        let answer = AnswerOnce(completionHandler)
        let userInfo = PushPayload(userInfo)
        Task {
            switch await didReceiveRemoteNotification(userInfo) {
            case .newData: answer(.newData)
            case .noData: answer(.noData)
            case .failed: answer(.failed)
            }
        }
    }
}
#endif
