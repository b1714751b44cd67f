// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    package func run(_ callback: Callback, on system: AppSystem) async {
        let app = app(on: system)
        await app.run { await run(callback, app) }
    }

    private func run(_ callback: Callback, _ app: PhoneApp) async {
        switch callback.kind {
        case .didFinishLaunching:
            guard case .launch(let reason)? = callback.subject else {
                return await launch(app, .user)
            }
            await launch(app, reason)
        case .willEnterForeground: await willEnterForeground(app)
        case .didBecomeActive: await didBecomeActive(app)
        case .willResignActive: await willResignActive(app)
        case .didEnterBackground: await didEnterBackground(app)
        case .willTerminate: await willTerminate(app)
        case .didRegister, .didFailToRegister: await didRegister(callback.subject, app)
        case .openSettings: await openSettings(callback.subject, app)
        case .contentExtension: await showContentExtension(callback, app)
        case .voipToken: await didUpdateToken(callback.subject, app)
        case .voipPush: await didReceiveCall(callback.subject, app)
        case .activityToken, .activityStartToken, .activityContent, .activityState,
            .activityStarted, .activitiesEnabled, .frequentPushesEnabled:
            notifyActivity(callback, app)
        case .backgroundRefresh: await refresh(callback.subject, app)
        case .willPresent, .didReceiveRemoteNotification, .didReceiveResponse, .serviceExtension,
            .serviceExtensionWillExpire, .contentExtensionResponse:
            break
        }
    }

    @MainActor
    private func didRegister(_ subject: Callback.Subject?, _ app: PhoneApp) {
        guard let delegate = app.application.delegate else { return }
        switch subject {
        case .token(let token):
            delegate.application(
                app.application,
                didRegisterForRemoteNotificationsWithDeviceToken: Data(token.bytes))
        case .failure(let failure):
            delegate.application(
                app.application,
                didFailToRegisterForRemoteNotificationsWithError: NSError(failure))
        default: break
        }
    }

    @MainActor
    private func openSettings(_ subject: Callback.Subject?, _ app: PhoneApp) {
        launch(app, .user)
        var notification: UNNotification?
        if case .notification(let delivered)? = subject {
            notification = UNNotification(record: UNNotification.Record(delivered))
        }
        app.center.delegate?.userNotificationCenter(app.center, openSettingsFor: notification)
    }

    private func notifyActivity(_ callback: Callback, _ app: PhoneApp) {
        let services = app.services
        switch callback.subject {
        case .activity(let activity):
            let record = ActivityRecord(activity)
            switch callback.kind {
            case .activityToken:
                if let token = record.pushToken {
                    services.send(.pushToken(token), .activity(record.id))
                }
            case .activityContent: services.send(.content(record.content), .activity(record.id))
            case .activityState: services.send(.state(record.state), .activity(record.id))
            case .activityStarted: services.send(.started(record), .starts)
            default: break
            }
        case .activityStart(let type, let token):
            services.send(.pushToken(Data(token.bytes)), .pushToStart(type))
        case .isEnabled:
            services.send(.permissions(services.activityPermissions), .permissions)
        default: break
        }
    }

    /// Runs the handler that the app registered and returns when the app completes the task.
    private func refresh(_ subject: Callback.Subject?, _ app: PhoneApp) async {
        guard case .task(let identifier)? = subject else { return }
        await launch(app, .background)
        guard let handler = app.services.launchHandler(of: identifier) else { return }
        let done = Reply<Bool>()
        let task = BGAppRefreshTask(identifier: identifier) { done.give($0) }
        await handler(task)
        _ = await done.value(onCancel: { task.expirationHandler?() })
    }
}
