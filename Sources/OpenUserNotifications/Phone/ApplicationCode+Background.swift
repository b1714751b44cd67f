// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    package func didReceiveRemoteNotification(
        _ userInfo: String, on system: AppSystem
    ) async -> FetchResult? {
        let app = app(on: system)
        return await app.run { await fetch(PropertyList.entries(json: userInfo), app) }
    }

    /// Calls the newest variant of `application(_:didReceiveRemoteNotification:)` that the app
    /// delegate implements. Returns `nil` when the delegate implements none of the variants.
    @MainActor
    private func fetch(_ entries: [String: PropertyList], _ app: PhoneApp) async -> FetchResult? {
        launch(app, .background)
        let application = app.application
        guard let delegate = application.delegate else { return nil }
        let reply = Reply<UIBackgroundFetchResult>()
        let isImplemented = OptionalCall.isImplemented {
            delegate.application(
                application, didReceiveRemoteNotification: entries.userInfo,
                fetchCompletionHandler: { reply.give($0) })
        }
        // If the app never calls the handler, `value()` returns `nil`. By then, the phone has
        // stopped waiting, and it ignores the value that is returned here.
        if isImplemented { return await reply.value()?.model ?? .failed }
        let result = await OptionalCall.result { @MainActor in
            await delegate.application(
                application, didReceiveRemoteNotification: entries.userInfo)
        }
        if let result { return result.model }
        let isOldImplemented = OptionalCall.isImplemented {
            delegate.application(application, didReceiveRemoteNotification: entries.userInfo)
        }
        return isOldImplemented ? .noData : nil
    }
}

extension UIBackgroundFetchResult {
    /// This result, converted to the device model's type.
    fileprivate var model: FetchResult {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}
