// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// The device's state that the check reads, on Apple's systems and on the virtual phone.
@MainActor
final class CheckedDevice {
    #if canImport(UIKit) && !os(watchOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    weak var application: UIApplication?

    var backgroundRefresh: SelfCheckFacts.BackgroundRefresh? {
        switch application?.backgroundRefreshStatus {
        case .available?: .available
        case .denied?: .denied
        case .restricted?: .restricted
        case nil: nil
        @unknown default: nil
        }
    }
    #else
    let backgroundRefresh: SelfCheckFacts.BackgroundRefresh? = nil
    #endif

    #if canImport(UserNotifications) && !BELLHOP_VIRTUAL_PHONE
    var isLowPower: Bool { ProcessInfo.processInfo.isLowPowerModeEnabled }

    var hasServiceExtension: Bool? {
        EmbeddedExtensions.has(EmbeddedExtensions.service, in: Bundle.main.builtInPlugInsURL)
    }

    /// Whether FirebaseMessaging is in the app. The class is looked up by its Objective-C name, so
    /// that the kit does not depend on Firebase.
    var hasFirebaseMessaging: Bool { NSClassFromString("FIRMessaging") != nil }

    func hasAppGroup(_ group: String) -> Bool {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) != nil
    }
    #else
    private let app = RunningApp.current

    var isLowPower: Bool { app.isLowPowerModeEnabled }
    var hasServiceExtension: Bool? { app.hasServiceExtension }
    let hasFirebaseMessaging = false

    func hasAppGroup(_ group: String) -> Bool {
        let groups = app.entitlements["com.apple.security.application-groups"] as? [String]
        return groups?.contains(group) ?? false
    }
    #endif
}
