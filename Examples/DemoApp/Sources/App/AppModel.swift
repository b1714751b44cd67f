// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

/// Everything the app consists of, made once for each start.
@MainActor
final class AppModel {
    let router = Router()
    let chat: ChatModel
    let orders: OrderTracker
    let reminders: ReminderScheduler
    let permission: PermissionModel
    let settings: SettingsModel
    let refresh: InboxRefresh
    let backgroundRefresh: BackgroundRefresh
    let calls: CallPushes
    let backend: any Backend
    private let services: AppServices

    init(_ services: AppServices) {
        self.services = services
        backend = services.backend
        chat = ChatModel(backend: services.backend, center: services.center)
        orders = OrderTracker(backend: services.backend)
        reminders = ReminderScheduler(center: services.center)
        permission = PermissionModel(center: services.center)
        settings = SettingsModel(center: services.center)
        refresh = InboxRefresh(backend: services.backend, chat: chat)
        backgroundRefresh = BackgroundRefresh(refresh: refresh, now: services.now)
        calls = CallPushes(backend: services.backend, calls: services.calls)
    }

    /// Hands over the keys of encrypted messages, so that the service extension can use them while
    /// the app does not run.
    func loadMessageKeys() async {
        guard let keys = try? await backend.messageKeys() else { return }
        try? services.keys.save(keys)
    }

    /// A notification arrived while the app is in use.
    ///
    /// - Returns: whether the person sees already what it is about.
    func arrivedInFront(_ payload: PushPayload, text: String) -> Bool {
        guard let conversation = payload.conversation else { return false }
        chat.receive(text, in: conversation)
        return router.visible == .conversation(conversation.id)
    }

    /// A person did something with a notification. Returns when it is done, so that the system
    /// keeps the app running until then.
    func handle(_ answer: NotificationAnswer) async {
        let payload = answer.payload
        switch answer.choice {
        case .open, .action(.trackOrder), .action(.navigate):
            if let destination = Destination(payload) { router.open(destination) }
        case .action(.reply):
            guard let conversation = payload.conversation, let text = answer.text else { return }
            await chat.send(text, to: conversation.id)
            await chat.markRead(conversation.id)
        case .action(.markRead):
            if let id = payload.conversation?.id { await chat.markRead(id) }
        case .action(.snooze):
            if let reminder = answer.reminder { try? await reminders.snooze(reminder) }
        case .action(.done):
            if let id = payload.reminderID { reminders.cancel(id) }
        case .action(.archive), .action(.openDoor), .dismiss, .unknown:
            break
        }
    }
}
