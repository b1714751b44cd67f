// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

// The blocks between the markers appear verbatim in docs/guide/rich-notifications.md.

// guide: content-extension
final class NotificationViewController: RichNotificationViewController {}
// guide: end

// guide: own-step
/// Writes in the title how far away the courier is.
struct DistanceStep: ServiceStep {
    let name: ServiceStepName = "distance"
    let distance: @Sendable (_ order: String) async throws -> String

    func run(on draft: NotificationDraft) async throws {
        guard let order = draft.payload.string("order_id") else { return }
        let distance = try await distance(order)
        draft.change { $0.title += " (\(distance))" }
    }
}

final class CourierService: RichNotificationService {
    override var configuration: ServiceConfiguration {
        var configuration = ServiceConfiguration(appGroup: "group.com.example.courier")
        let step = DistanceStep { order in "800 m" }
        configuration.steps.insert(step, before: .media)
        configuration.steps.remove(.communication)
        return configuration
    }
}
// guide: end

// guide: carousel-link
/// Where a response leads: to the page whose button was chosen, else where the notification leads.
func link(of response: UNNotificationResponse) -> String? {
    let payload = PushPayload(response.notification.request.content.userInfo)
    return payload.following(response.actionIdentifier).string(anyOf: PayloadKeys().link)
}
// guide: end

// guide: service-test
@Test func `the courier's distance is in the title`() async throws {
    var app = TestApp("com.example.courier")
    app.launch = { UIApplication.shared.registerForRemoteNotifications() }
    app.serviceExtension = { CourierService() }
    let phone = try await TestPhone()
    let courier = try await phone.install(app)
    try await phone.setPermission(.authorized, for: courier)
    try await phone.launch(courier)
    try await phone.lock()
    try await phone.push(
        #"{"aps":{"alert":{"title":"Courier","body":"On its way"},"mutable-content":1},"#
            + #""order_id":17}"#)
    #expect(phone.screen.lockScreen.map(\.title) == ["Courier (800 m)"])
}
// guide: end

struct GuideSampleTests {
    @Test func `the service extension of the guide has all steps except the receipt`() {
        #expect(
            NotificationService().configuration.steps.map(\.name)
                == [.decrypt, .localize, .media, .communication, .badge])
    }
}
