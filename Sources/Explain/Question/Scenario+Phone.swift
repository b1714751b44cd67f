// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

extension Scenario {
    /// The phone's identifier at APNs and on itself.
    static let phoneID = "phone"

    /// The phone as it stands when the push comes.
    ///
    /// - Parameters:
    ///   - bundleID: the app's, when ``app`` does not say one.
    ///   - tokens: the app's tokens.
    func phone(bundleID: String, tokens: [TokenFamily: DeviceToken]) -> Device {
        var installed = installedApp(bundleID: bundleID)
        installed.tokens = tokens
        let id = installed.bundleID
        var phone = Device(
            id: Self.phoneID, name: "iPhone", isLocked: phoneIsLocked, isOnline: true,
            apps: [installed])
        phone.isMuted = isMuted
        phone.isLowPower = isLowPower
        phone.previews = previews ?? .whenAuthenticated
        if let focusName {
            phone.focus = Focus(
                name: focusName, allowedApps: focusAllowsApp ? [id] : [],
                allowedPeople: focusPeople, allowsTimeSensitive: !focusHoldsTimeSensitive,
                filters: app?.focusFilter.map { [id: $0] } ?? [:])
        }
        if isInSummary || installed.settings.scheduledDelivery {
            phone.summary = ScheduledSummary()
        }
        if let app { phone.setCategories(app.categories, of: id) }
        return phone
    }

    private func installedApp(bundleID: String) -> InstalledApp {
        var installed = app?.app ?? .capable(bundleID: bundleID)
        installed.state = appState
        if let permission, permission != installed.authorization {
            installed.authorization = permission
            installed.settings = installed.settings.with(permission)
            if permission == .ephemeral {
                installed.capabilities.isAppClip = true
                installed.capabilities.requestsEphemeralNotifications = true
            }
        }
        if !hasBackgroundRefresh { installed.backgroundRefreshEnabled = false }
        if isInSummary { installed.settings.scheduledDelivery = true }
        if let presentation { installed.behaviour.presentation = presentation }
        switch serviceExtension {
        case .does(let behaviour):
            installed.capabilities.serviceExtension = true
            installed.behaviour.serviceExtension = behaviour
        case .some(.none): installed.capabilities.serviceExtension = false
        case nil: break
        }
        return installed
    }
}

extension InstalledApp {
    /// An app that has whatever a push can ask for, when nobody says what it has: the demo app with
    /// every capability.
    static func capable(bundleID: String) -> InstalledApp {
        var app = InstalledApp.demo
        app.bundleID = bundleID
        if bundleID != demoBundleID { app.name = bundleID }
        app.capabilities.serviceExtension = true
        app.capabilities.communication = true
        app.settings.criticalAlert = true
        return app
    }
}

extension NotificationSettings {
    /// The switches when the permission became another one; the rest stays as it was.
    func with(_ permission: Authorization) -> NotificationSettings {
        let defaults = NotificationSettings.defaults(for: permission)
        var settings = self
        settings.alert = defaults.alert
        settings.sound = defaults.sound
        settings.badge = defaults.badge
        settings.lockScreen = defaults.lockScreen
        settings.notificationCenter = defaults.notificationCenter
        return settings
    }
}
