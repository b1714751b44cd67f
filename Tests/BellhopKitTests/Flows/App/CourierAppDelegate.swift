// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import UserNotificationsShim

/// The app of the flows: it brings parcels and lets people write to their couriers. All of its
/// notification code is here, as an app's developer writes it with the kit.
final class CourierAppDelegate: PushAppDelegate {
    let server: CourierServer
    let router = PushRouter<CourierRoute>()

    init(server: CourierServer) {
        self.server = server
        super.init()
    }

    override func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: server.backend, appGroup: Courier.appGroup)
        push.router = router
        push.categories = [.chat, .parcel, .offers]
        push.presentation.show([.list], thread: "ads")
        push.onMessage = { [server] in server.store.append($0) }
        push.onSilent = { [server] in server.sync($0) }
        push.on(.reply) { [server] response in
            server.sent.append(
                "\(response.message.payload.string("chat") ?? ""): \(response.text ?? "")")
        }
        push.on(.like) { [server] in server.liked.append($0.message.id ?? "") }
        push.on(.delete) { [server] in server.deleted.append($0.message.id ?? "") }
        push.on(.snooze) { [unowned self] in try await self.push.schedule.snooze($0) }
        push.on(.forget) { [unowned self] in await self.push.schedule.cancel($0.notificationID) }
        push.refresh = RefreshPlan(taskID: Courier.refreshTask)
        push.missed = .notify
        push.badge = .counted
        push.receipts = .all
        push.encryption = Courier.encryption
        push.liveActivities = {
            $0.track(DeliveryAttributes.self)
            $0.track(LineAttributes.self)
        }
        push.onError = { [server] in server.errors.append($0) }
        return push
    }
}
