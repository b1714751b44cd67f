// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The person's responses to prompts, and changes in the Settings app.
extension ActionOutcome {
    /// Answers the prompt on the screen (`AUTH-2`, `AUTH-3`).
    mutating func answerPrompt(_ answer: PromptAnswer) throws(DeviceActionError) {
        guard let prompt = device.prompts.first else { throw .impossible(bundleID: nil, .noPrompt) }
        resolve(prompt, isAllowed: answer == .allow)
    }

    /// Applies the answer to a prompt, given on the prompt or in Settings.
    private mutating func resolve(_ prompt: Prompt, isAllowed: Bool) {
        device.prompts.removeAll { $0.id == prompt.id }
        switch prompt.kind {
        case .notifications:
            decide(
                isAllowed ? .authorized : .denied, of: prompt.bundleID, requested: prompt.options)
            cite(isAllowed ? "AUTH-2" : "AUTH-3")
            if isAllowed, prompt.options.contains(.criticalAlert) {
                // A second prompt follows; the app's call returns when the person has answered both
                // prompts.
                device[prompt.bundleID]?.requestedOptions.remove(.criticalAlert)
                _ = device.ask(
                    .criticalAlerts, of: prompt.bundleID, options: prompt.options,
                    follows: prompt.calls)
                return
            }
        case .criticalAlerts:
            device[prompt.bundleID]?.requestedOptions.insert(.criticalAlert)
            device[prompt.bundleID]?.settings.criticalAlert = isAllowed
            cite(isAllowed ? "AUTH-2" : "AUTH-3")
        case .liveActivities:
            device[prompt.bundleID]?.settings.liveActivities = isAllowed
            cite("LA-2")
        }
        let isGranted = device[prompt.bundleID]?.grants(prompt.options) ?? false
        answeredPrompts += prompt.calls.map { AnsweredPrompt(id: $0, isGranted: isGranted) }
        if prompt.kind.isModal, !device.isPrompting, let front = device.foregroundApp {
            call(.didBecomeActive, of: front.bundleID, rule: "AUTH-14")
        }
    }

    /// Handles the "Keep" button of a provisional notification: grants permission. Notifications
    /// stay as quiet as before (`AUTH-7`).
    mutating func keep(
        _ id: String, _ bundleID: String?, _ choice: KeepChoice
    ) throws(DeviceActionError) {
        let owner = try provisionalOwner(of: id, bundleID)
        if choice == .scheduledSummary, device.summary == nil {
            throw .impossible(bundleID: owner, .noSummary)
        }
        device[owner]?.authorization = .authorized
        device[owner]?.settings.scheduledDelivery = choice == .scheduledSummary
        cite("AUTH-7")
    }

    /// Handles the "Turn Off" button of a provisional notification (`AUTH-8`).
    mutating func turnOff(_ id: String, _ bundleID: String?) throws(DeviceActionError) {
        let owner = try provisionalOwner(of: id, bundleID)
        decide(.denied, of: owner)
        cite("AUTH-8")
    }

    private func provisionalOwner(
        of id: String, _ bundleID: String?
    ) throws(DeviceActionError) -> String {
        if let bundleID { _ = try app(bundleID) }
        let owner = device.apps.first { app in
            (bundleID ?? app.bundleID) == app.bundleID && app.delivered.contains { $0.id == id }
        }
        guard let owner else {
            throw .unknownNotification(
                id: id, deliveredCount: device.apps.map(\.delivered.count).reduce(0, +))
        }
        guard owner.authorization == .provisional else {
            throw .impossible(bundleID: owner.bundleID, .notProvisional)
        }
        return owner.bundleID
    }

    /// Opens an App Clip. If the App Clip's Info.plist requests ephemeral permission, the App Clip
    /// may show notifications for some hours (`AUTH-9`).
    mutating func openAppClip(_ bundleID: String) throws(DeviceActionError) {
        let app = try app(bundleID)
        guard app.capabilities.isAppClip else {
            throw .impossible(bundleID: bundleID, .notAnAppClip)
        }
        let isUndecided = app.authorization == .notDetermined || app.authorization == .ephemeral
        if app.capabilities.requestsEphemeralNotifications, isUndecided {
            decide(.ephemeral, of: bundleID)
            cite("AUTH-9")
        }
        try launch(bundleID)
    }

    /// Handles the button that leads to the app's own settings (`LNK-5`).
    mutating func openNotificationSettings(
        _ bundleID: String, _ id: String?
    ) throws(DeviceActionError) {
        let app = try app(bundleID)
        guard app.requestedOptions.contains(.providesAppNotificationSettings) else {
            throw .impossible(bundleID: bundleID, .noSettingsOfItsOwn)
        }
        let notification = app.delivered.first { $0.id == id }
        if let id, notification == nil {
            throw .unknownNotification(id: id, deliveredCount: app.delivered.count)
        }
        openScreen()
        enterForeground(bundleID, rule: "LNK-5") { outcome in
            outcome.callbacks.append(
                Callback(
                    .openSettings, bundleID: bundleID, rule: "LNK-5",
                    detail: notification?.oneLine, subject: notification.map { .notification($0) }))
        }
    }

    /// Answers the prompt that is shown, or changes the permission in Settings without a callback
    /// to the app (`AUTH-10`).
    mutating func setAuthorization(
        _ bundleID: String, _ authorization: Authorization
    ) throws(DeviceActionError) {
        let app = try app(bundleID)
        let prompt = device.prompts.first { $0.bundleID == bundleID && $0.kind == .notifications }
        if let prompt, authorization == .authorized || authorization == .denied {
            return resolve(prompt, isAllowed: authorization == .authorized)
        }
        guard app.authorization != authorization else { return }
        decide(authorization, of: bundleID)
        cite("AUTH-10")
    }

    /// Sets the switches of the app's page in Settings (`AUTH-10`).
    mutating func setSettings(
        _ bundleID: String, _ settings: NotificationSettings
    ) throws(DeviceActionError) {
        let app = try app(bundleID)
        if settings.criticalAlert, !app.settings.criticalAlert {
            guard app.capabilities.criticalAlerts else {
                throw .impossible(bundleID: bundleID, .noCriticalAlerts)
            }
            device[bundleID]?.requestedOptions.insert(.criticalAlert)
        }
        if settings.scheduledDelivery, !app.settings.scheduledDelivery, device.summary == nil {
            throw .impossible(bundleID: bundleID, .noSummary)
        }
        device[bundleID]?.settings = settings
        cite("AUTH-10")
    }

    /// Sets an app's permission, and informs APNs whether the app may show alerts.
    mutating func decide(
        _ authorization: Authorization, of bundleID: String, requested: AuthorizationOptions? = nil
    ) {
        guard var app = device[bundleID] else { return }
        let wasDenied = app.authorization == .denied
        app.decide(authorization, requested: requested)
        if authorization == .ephemeral {
            app.ephemeralUntil = now.addingTimeInterval(InstalledApp.ephemeralSeconds)
        }
        device[bundleID] = app
        if wasDenied != (authorization == .denied) {
            linkOrders.append(.setNotificationsAllowed(bundleID: bundleID, wasDenied))
        }
    }
}
