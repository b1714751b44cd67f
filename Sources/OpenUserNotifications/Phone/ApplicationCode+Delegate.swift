// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    package func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer {
        let app = app(on: system)
        let record = UNNotification.Record(notification)
        return await app.run {
            await launch(app, .user)
            guard app.center.delegate != nil else {
                // FG-11: in an app that has an app delegate but no notification center delegate,
                // the push goes to the app delegate.
                let isPush = notification.apnsID != nil
                return await hasAppDelegate(app) && isPush ? .fellThrough : .notImplemented
            }
            guard let options = await callWillPresent(UNNotification(record: record), app) else {
                return .notImplemented
            }
            return .options(options.model)
        }
    }

    /// Calls the variant of `willPresent` that the delegate implements and returns the presentation
    /// options, or `nil` when the delegate implements no variant.
    private func callWillPresent(
        _ notification: UNNotification, _ app: PhoneApp
    ) async -> UNNotificationPresentationOptions? {
        let center = app.center
        let reply = Reply<UNNotificationPresentationOptions>()
        let isImplemented = await MainActor.run {
            OptionalCall.isImplemented {
                center.delegate?.userNotificationCenter(
                    center, willPresent: notification,
                    withCompletionHandler: { reply.give($0) })
            }
        }
        if isImplemented { return await reply.value() }
        return await OptionalCall.result {
            await center.delegate?.userNotificationCenter(center, willPresent: notification) ?? []
        }
    }

    package func didReceive(
        _ response: NotificationResponse, on system: AppSystem
    ) async -> Bool {
        let app = app(on: system)
        return await app.run {
            guard await isInTime(response, app), app.center.delegate != nil else { return false }
            return await callDidReceive(UNNotificationResponse.Record(response).object, app)
        }
    }

    /// Returns `false` if the response is lost. A response that started the app is lost if the
    /// center had no delegate when the launch ended (`RSP-12`).
    @MainActor
    private func isInTime(_ response: NotificationResponse, _ app: PhoneApp) -> Bool {
        launch(app, .response(response))
        defer { process.launchResponse = nil }
        return process.launchResponse == response ? process.hadDelegateInTime : true
    }

    private func callDidReceive(_ response: UNNotificationResponse, _ app: PhoneApp) async -> Bool {
        let center = app.center
        let reply = Reply<Bool>()
        let isImplemented = await MainActor.run {
            OptionalCall.isImplemented {
                center.delegate?.userNotificationCenter(
                    center, didReceive: response, withCompletionHandler: { reply.give(true) })
            }
        }
        if isImplemented { return await reply.value() ?? true }
        let result: Void? = await OptionalCall.result {
            await center.delegate?.userNotificationCenter(center, didReceive: response)
        }
        return result != nil
    }

    @MainActor
    private func hasAppDelegate(_ app: PhoneApp) -> Bool { app.application.delegate != nil }
}

extension UNNotificationPresentationOptions {
    /// These options, converted to the device model's type. The older option `alert` means list and
    /// banner.
    var model: PresentationOptions {
        var options = PresentationOptions(rawValue: rawValue).intersection(.all)
        if contains(.alert) { options.formUnion([.list, .banner]) }
        return options
    }
}
