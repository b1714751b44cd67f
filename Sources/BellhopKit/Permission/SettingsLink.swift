// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI
import UserNotificationsShim

/// The settings page where the person turns notifications of this app on and off (`LNK-4`).
///
/// The choice is a value, so that it can be tested for every system on any machine.
public enum SettingsLink: Hashable, Sendable {
    /// The app's notification page, with the URL "openNotificationSettingsURLString". Available
    /// since iOS 16, and on tvOS and visionOS.
    case notificationSettings
    /// The same page, with the URL under its older name,
    /// "UIApplicationOpenNotificationSettingsURLString". Available since iOS 15.4, deprecated in
    /// 16.
    case notificationSettingsBefore16
    /// The app's page in Settings, with the URL "openSettingsURLString". Available since iOS 8.
    case appSettings
    /// A page of System Settings or System Preferences on a Mac, as a URL. Apple documents no
    /// constant for this URL, but System Settings opens it.
    case systemSettings(String)

    /// Returns the best link for a system.
    ///
    /// - Parameters:
    ///   - systemVersion: for instance `26.1`; a string that is not a version is treated as the
    ///     newest.
    ///   - bundleID: the identifier of the app whose page System Settings opens on a Mac.
    /// - Returns: `nil` on Apple Watch, where an app cannot open settings: they are in the iPhone's
    ///   Watch app.
    public static func best(
        on platform: DevicePlatform, systemVersion: String?, bundleID: String
    ) -> SettingsLink? {
        let version = Version(systemVersion)
        switch platform {
        case .iOS, .other:
            if version >= Version(16, 0) { return .notificationSettings }
            if version >= Version(15, 4) { return .notificationSettingsBefore16 }
            return .appSettings
        case .tvOS: return version >= Version(16, 0) ? .notificationSettings : .appSettings
        case .visionOS: return .notificationSettings
        case .macOS:
            let page =
                version >= Version(13, 0)
                ? "com.apple.Notifications-Settings.extension"
                : "com.apple.preference.notifications"
            return .systemSettings("x-apple.systempreferences:\(page)?id=\(bundleID)")
        case .watchOS: return nil
        }
    }

    /// The URL to open.
    public var url: URL? {
        switch self {
        case .systemSettings(let address): URL(string: address)
        #if !os(macOS) && !os(watchOS) || BELLHOP_VIRTUAL_PHONE
        // The older name has the same URL.
        case .notificationSettings, .notificationSettingsBefore16:
            URL(string: UIApplication.openNotificationSettingsURLString)
        case .appSettings: URL(string: UIApplication.openSettingsURLString)
        #else
        case .notificationSettings, .notificationSettingsBefore16, .appSettings: nil
        #endif
        }
    }

    /// Major and minor version number of a system.
    private struct Version: Comparable {
        let major: Int
        let minor: Int

        init(_ major: Int, _ minor: Int) {
            self.major = major
            self.minor = minor
        }

        init(_ text: String?) {
            let parts = (text ?? "").split(separator: ".").map { Int($0) }
            if let major = parts.first, let major {
                self.init(major, parts.dropFirst().first.flatMap(\.self) ?? 0)
            } else {
                self.init(.max, 0)
            }
        }

        static func < (a: Version, b: Version) -> Bool {
            (a.major, a.minor) < (b.major, b.minor)
        }
    }
}
