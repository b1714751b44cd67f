// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import UserNotificationsShim

/// Implements the delegate's methods with completion handlers rather than as `async` methods. An
/// `async` method runs off the main thread and calls the system's handler there, which makes an
/// assertion in UIKit fail.
extension PushCenter: UNUserNotificationCenterDelegate {
    public nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let arrived = ArrivedNotification(notification, origin: .foreground, keys: keys)
        let completion = CompletionOnce(completionHandler)
        Task { @MainActor in
            // The system's completion handler is called first, so that none of the app's handlers
            // delays the banner.
            let arrived = opened(arrived)
            completion(presentation(of: arrived))
            run { await $0.take(arrived) }
        }
    }

    public nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let arrived = ArrivedNotification(response.notification, origin: .response, keys: keys)
        let choice = PushResponse.Choice(response)
        let done = CompletionOnce<Void> { completionHandler() }
        Task { @MainActor in
            await respond(to: opened(arrived), choice)
            done(())
        }
    }

    public nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
        let arrived = notification.map { ArrivedNotification($0, origin: .response, keys: keys) }
        Task { @MainActor in configuration.onOpenSettings?(arrived.map { opened($0).message }) }
    }

    /// Opens a notification whose message is still sealed because no service extension processed
    /// it. A tap then leads to the right screen. A message that cannot be opened now stays sealed,
    /// and its handler gets the message later, when it is fetched.
    private func opened(_ arrived: ArrivedNotification) -> ArrivedNotification {
        var arrived = arrived
        arrived.message = (try? opener?.opened(arrived.message)) ?? arrived.message
        return arrived
    }

    /// Returns the presentation options of a notification that arrives while the app is in use.
    private func presentation(
        of arrived: ArrivedNotification
    ) -> UNNotificationPresentationOptions {
        let message = arrived.message
        if arrived.isPush, let id = message.id {
            // The app already has the message: it was fetched, or arrived in another push.
            guard shown.insert(id), intake.origin(of: message) != .fetched else { return [] }
        }
        let isOnScreen = configuration.router?.isOnScreen(message) ?? false
        var options = configuration.presentation.options(for: message, isOnScreen: isOnScreen)
        let isBadgeShown = options.contains(.badge)
        if !badge.arrived(arrived.badge, isShown: isBadgeShown) { options.remove(.badge) }
        return options
    }

    /// Passes pushes to the app's handlers. Local notifications come from the app itself and are
    /// not messages.
    private func take(_ arrived: ArrivedNotification) async {
        guard arrived.isPush else { return }
        for observer in observers.received { observer(arrived.message) }
        _ = await intake.take(arrived.message)
    }

    private func respond(to opened: ArrivedNotification, _ choice: PushResponse.Choice) async {
        let message = opened.message
        var response = PushResponse(
            message, choice, notificationID: opened.id, shown: opened.shown)
        if let action = response.action {
            response.message.payload = message.payload.following(action.rawValue, keys: keys)
        }
        for observer in observers.responded { observer(response) }
        let taking = Task { if opened.isPush { _ = await intake.take(message) } }
        // The handler of an action needs the message that the action belongs to, so the message's
        // handler runs first. A tap opens the app immediately, without waiting for that handler.
        if choice != .tap {
            _ = await TimeLimit.wait(
                configuration.limits.messageBeforeResponse, context.time, for: taking,
                cancels: false)
        }
        await act(on: response)
        await taking.value
    }

    private func act(on response: PushResponse) async {
        let router = configuration.router
        guard let action = response.action else {
            if response.choice == .tap { router?.open(response.message) }
            if response.choice == .dismissed, let handler = configuration.onDismissed {
                await call(handler, response)
            }
            return
        }
        if let handler = configuration.actions[action] { return await call(handler, response) }
        // The buttons of a carousel's pages are not among the actions that the app declares.
        let isPage = CarouselAction(identifier: action.rawValue) != nil
        if isPage || configuration.opensApp(action, category: response.message.payload.category) {
            router?.open(response.message)
        } else {
            configuration.onError?(.noHandler(action))
        }
    }

    private func call(
        _ handler: @escaping PushConfiguration.ResponseHandler, _ response: PushResponse
    ) async {
        let work = Task { try await handler(response) }
        switch await TimeLimit.wait(configuration.limits.handler, context.time, for: work) {
        case .ended(.success): break
        case .ended(.failure(let error)):
            configuration.onError?(
                .responseHandlerFailed(response.choice, id: response.message.id, error))
        case .tookTooLong: configuration.onError?(.tookTooLong(id: response.message.id))
        }
    }
}

/// The data of a `UNNotification`. The `UNNotification` itself must not be passed between actors.
struct ArrivedNotification: Sendable {
    let id: String
    var message: PushMessage
    let badge: Int?
    let isPush: Bool
    let shown: LocalContent

    init(_ notification: UNNotification, origin: PushMessage.Origin, keys: PayloadKeys) {
        let request = notification.request
        id = request.identifier
        message = PushMessage(PushPayload(request.content.userInfo), origin: origin, keys: keys)
        badge = request.content.badge?.intValue
        isPush = request.trigger is UNPushNotificationTrigger
        shown = LocalContent(of: request)
    }
}
