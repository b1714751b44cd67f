// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    package func startServiceExtension(
        _ request: NotificationRequest, on system: AppSystem,
        deliver: @escaping @Sendable (NotificationContent) -> Void
    ) async -> (any ServiceExtensionProcess)? {
        guard let make = parts.serviceExtension else { return nil }
        let app = app(on: system)
        let process = ServiceProcess(await app.run { make() }, app)
        let request = UNNotificationRequest(record: UNNotificationRequest.Record(request))
        await process.start(request) { content in
            var record = content.record
            // A file that cannot be moved to the store keeps its location; the phone then checks
            // the file there (ATT-4).
            record.attachments = record.attachments.map { attachment in
                var made = [attachment]
                let isStored = (try? app.services.attachments.take(&made)) != nil
                return isStored ? made[0] : attachment
            }
            deliver(record.model)
        }
        return process
    }

    package func contentExtension(
        didReceive response: NotificationResponse, on system: AppSystem
    ) async -> ContentExtensionOption? {
        let app = app(on: system)
        let response = UNNotificationResponse.Record(response).object
        return await app.run { await callContentExtension(response) }
    }

    @MainActor
    private func callContentExtension(
        _ response: UNNotificationResponse
    ) async -> ContentExtensionOption? {
        guard let shown = process.contentExtension else { return nil }
        let reply = Reply<UNNotificationContentExtensionResponseOption>()
        let isImplemented = OptionalCall.isImplemented {
            shown.didReceive(response, completionHandler: { reply.give($0) })
        }
        if isImplemented { return await reply.value()?.model }
        return await OptionalCall.result { @MainActor in await shown.didReceive(response) }?.model
    }

    /// Shows a notification in the view controller of the content extension. If a view controller
    /// is open and the notification belongs to the same thread, the notification is shown there
    /// (`NCE-4`); otherwise, the notification is shown in a new view controller.
    @MainActor
    func showContentExtension(_ callback: Callback, _ app: PhoneApp) {
        guard case .notification(let delivered)? = callback.subject else { return }
        let notification = UNNotification(record: UNNotification.Record(delivered))
        if callback.rule == "NCE-4", let open = process.contentExtension {
            return open.didReceive(notification)
        }
        guard let controller = parts.contentExtension?() else { return }
        let category = app.services.notificationCategories.first {
            $0.identifier == delivered.category
        }
        controller.extensionContext = NSExtensionContext(
            notificationActions: category?.actions ?? []
        ) { Self.carryOut($0, app.services) }
        process.contentExtension = controller
        controller.loadViewIfNeeded()
        controller.didReceive(notification)
    }

    /// Carries out a content extension's request to the system.
    private static func carryOut(_ request: NSExtensionContext.Request, _ phone: DevicePhone) {
        let system = phone.system
        switch request {
        case .performDefaultAction: system.performDefaultActionOfContentExtension()
        case .setActions(let actions):
            system.setActionsOfContentExtension(actions.map(\.record.model))
        case .dismiss: system.later { _ = try? await system.device.perform(.collapse) }
        case .mediaPlayingStarted, .mediaPlayingPaused: break
        case .open(let url): _ = phone.open(url)
        }
    }
}

/// A service extension that is processing one push.
///
/// Proof for `@unchecked Sendable`: both properties are `let`s. Only the phone calls the extension,
/// and never concurrently: ``timeWillExpire()`` is called after ``start(_:_:)`` has returned.
private final class ServiceProcess: ServiceExtensionProcess, @unchecked Sendable {
    private let service: UNNotificationServiceExtension
    private let app: PhoneApp

    init(_ service: UNNotificationServiceExtension, _ app: PhoneApp) {
        self.service = service
        self.app = app
    }

    func start(
        _ request: UNNotificationRequest,
        _ deliver: @escaping @Sendable (UNNotificationContent) -> Void
    ) async {
        await app.run { service.didReceive(request, withContentHandler: deliver) }
    }

    func timeWillExpire() async { await app.run { service.serviceExtensionTimeWillExpire() } }
}

extension UNNotificationContentExtensionResponseOption {
    /// This option, converted to the device model's type.
    fileprivate var model: ContentExtensionOption {
        switch self {
        case .doNotDismiss: .doNotDismiss
        case .dismiss: .dismiss
        case .dismissAndForwardAction: .dismissAndForwardAction
        }
    }
}
