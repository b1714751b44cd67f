// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The code that a phone runs for an app that has no code of its own. It follows the app's
/// ``/DeviceModel/InstalledApp/behaviour``, and its background callback always returns `newData`.
public struct BehavedApp: AppCode {
    public init() {}

    public func run(_ callback: Callback, on system: AppSystem) async {
        if callback.kind == .voipPush, system.app?.behaviour.reportsCalls == true {
            system.reportCall()
        }
    }

    public func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer {
        guard let behaviour = system.app?.behaviour else { return .notImplemented }
        guard behaviour.hasCenterDelegate else { return .fellThrough }
        return behaviour.implementsWillPresent
            ? .options(behaviour.presentation) : .notImplemented
    }

    public func didReceiveRemoteNotification(
        _ userInfo: String, on system: AppSystem
    ) async -> FetchResult? {
        system.app?.behaviour.implementsBackgroundCallback == true ? .newData : nil
    }

    public func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool {
        system.app?.behaviour.hasCenterDelegate == true
    }
}
