// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import GatewayAPI
import Testing

@MainActor
struct NotificationAdviceTests {
    nonisolated static let switchedOff = {
        var settings = NotificationSettings.allOn
        settings.alert = false
        settings.lockScreen = false
        settings.notificationCenter = false
        return settings
    }()
    nonisolated static let summarized = {
        var settings = NotificationSettings.allOn
        settings.scheduledDelivery = true
        return settings
    }()
    nonisolated static let noSound = {
        var settings = NotificationSettings.allOn
        settings.sound = false
        return settings
    }()

    @Test(
        arguments: [
            (Authorization.notDetermined, nil, nil), (.denied, nil, .denied),
            (.provisional, nil, .quiet), (.authorized, nil, nil), (.ephemeral, nil, nil),
            (.authorized, switchedOff, .invisible), (.authorized, summarized, .summarized),
            (.authorized, noSound, nil),
        ] as [(Authorization, NotificationSettings?, NotificationAdvice?)])
    func `AUTH-11: advice is given only when a setting can be improved`(
        authorization: Authorization, switches: NotificationSettings?, advice: NotificationAdvice?
    ) async throws {
        let test = try await PermissionFixture.launched()
        try await test.phone.setPermission(authorization, for: test.app)
        try await test.phone.perform(.setSummary(ScheduledSummary()))
        if let switches {
            try await test.phone.perform(.setSettings(bundleID: test.app.bundleID, switches))
        }
        try await test.permission.refresh()
        #expect(try test.permission.advice == advice)
    }

    @Test func `no advice is given before the settings are read, and each kind has its own text`() {
        #expect(NotificationPermission(context: .current(appGroup: nil)).advice == nil)
        #expect(Set(NotificationAdvice.allCases.map(\.text)).count == 4)
    }
}
