// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import GatewayAPI
import OpenUserNotifications
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DeniedFlow {
    @Test
    func `AUTH-11, LNK-4: after a denial there is no second prompt, but a link to Settings`()
        async throws
    {
        let test = try await CourierPhone(.denied)
        let permission = try test.push.permission
        try await test.wait { permission.state == .denied }
        #expect(await permission.request(because: .parcels) == .refused(.denied))
        #expect(test.phone.screen.prompt == nil)

        let link = try #require(permission.settingsLink?.url)
        #expect(link.absoluteString == UIApplication.openNotificationSettingsURLString)
        #expect(await test.app.application.open(link))
        // The person turns notifications on and returns to the app.
        try await test.phone.goHome()
        try await test.phone.setPermission(.authorized, for: test.app)
        try await test.launch()
        try await test.wait { permission.state == .authorized }
        #expect(await permission.request(because: .parcels) == .granted)
        await test.settle()
        let sentPermission = await test.server.memory.registrations.values.first?.permission
        #expect(sentPermission?.authorization == .authorized)
    }
}
