// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import GatewayAPI
import Testing

struct SettingsLinkTests {
    @Test(
        arguments: [
            (DevicePlatform.iOS, "26.1", SettingsLink.notificationSettings),
            (.iOS, "17.0", .notificationSettings), (.iOS, "16.0", .notificationSettings),
            (.iOS, "15.8", .notificationSettingsBefore16),
            (.iOS, "15.4", .notificationSettingsBefore16),
            (.iOS, "15.3.1", .appSettings), (.iOS, "14", .appSettings),
            (.iOS, "someday", .notificationSettings), (.tvOS, "15.0", .appSettings),
            (.tvOS, "17.0", .notificationSettings), (.visionOS, "1.0", .notificationSettings),
            (.other, nil, .notificationSettings), (.watchOS, "11.0", nil),
            (
                .macOS, "12.7",
                .systemSettings(
                    "x-apple.systempreferences:com.apple.preference.notifications"
                        + "?id=com.example.shop"
                )
            ),
            (
                .macOS, "15.0",
                .systemSettings(
                    "x-apple.systempreferences:com.apple.Notifications-Settings.extension"
                        + "?id=com.example.shop")
            ),
        ] as [(DevicePlatform, String?, SettingsLink?)])
    func `LNK-4: the settings link matches the platform and the system version`(
        platform: DevicePlatform, version: String?, link: SettingsLink?
    ) {
        let best = SettingsLink.best(
            on: platform, systemVersion: version, bundleID: "com.example.shop")
        #expect(best == link)
        #expect((best?.url == nil) == (link == nil))
    }
}
