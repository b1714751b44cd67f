// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Scenario {
    /// The identifier of the phone, both at APNs and on the phone.
    static let phoneID = "phone"

    /// Returns the phone in its state when the push arrives.
    ///
    /// - Parameters:
    ///   - bundleID: the app's bundle identifier, if ``app`` does not specify one.
    ///   - tokens: the app's tokens.
    ///   - payload: the push's payload. If the payload updates or ends a Live Activity, the
    ///     activity is already running on the phone.
    func phone(
        bundleID: String, tokens: [TokenFamily: DeviceToken], running payload: Payload,
        at now: Date
    ) -> Device {
        var installed = installedApp(bundleID: bundleID)
        installed.tokens = tokens
        // An app without a description is assumed to have the payload's Live Activity.
        if app == nil, let type = payload.aps?.liveActivity.attributesType,
            !installed.bundle.activityTypes.contains(type)
        {
            installed.bundle.activityTypes.append(type)
        }
        let id = installed.bundleID
        var phone = Device(
            id: Self.phoneID, name: "iPhone", isLocked: phoneIsLocked, isOnline: true,
            apps: [installed])
        phone.isMuted = isMuted
        phone.isLowPower = isLowPower
        phone.previews = previews ?? .always
        if let focusName {
            phone.focus = Focus(
                name: focusName, allowedApps: focusAllowsApp ? [id] : [],
                allowedPeople: focusPeople, allowsTimeSensitive: !focusHoldsTimeSensitive,
                filters: app?.focusFilter.map { [id: $0] } ?? [:])
        }
        if isInSummary || installed.settings.scheduledDelivery {
            phone.summary = ScheduledSummary()
        }
        phone.setCategories(app?.categories ?? Self.category(of: payload), of: id)
        startActivity(for: payload, of: installed, on: &phone, at: now)
        return phone
    }

    /// Returns the category that the payload specifies. An app without a description is assumed to
    /// have this category.
    private static func category(of payload: Payload) -> [NotificationCategory] {
        payload.aps?.category.map { [NotificationCategory(id: $0)] } ?? []
    }

    /// Starts the Live Activity that the payload updates or ends, one minute before the payload's
    /// timestamp.
    private func startActivity(
        for payload: Payload, of installed: InstalledApp, on phone: inout Device, at now: Date
    ) {
        let fields = payload.aps?.liveActivity
        guard let event = fields?.event, event != .start else { return }
        let sent = fields?.timestamp.map { Date(epochSeconds: $0) } ?? now
        var request = ActivityRequest(
            attributesType: installed.bundle.activityTypes.first ?? "Activity", attributes: "{}",
            contentState: "{}", updates: .token)
        request.isIntent = true
        // If the app is not allowed to start a Live Activity, no Live Activity is running, and the
        // phone's decision states this as the reason.
        _ = try? phone.startActivity(
            request, of: installed.bundleID, at: min(now, sent).addingTimeInterval(-60))
    }

    /// Returns the phone's decision. If the app's service extension makes a communication
    /// notification, this method provides the extension's result. Otherwise, the described
    /// behaviour of the app is used.
    func decide(_ push: DevicePush, on phone: Device, at now: Date) -> ArrivalDecision {
        guard donatesIntent, let installed = phone.apps.first,
            installed.behaviour.implementsBackgroundCallback
        else { return phone.decide(.push(push), at: now) }
        var answers = ArrivalAnswers()
        var decision = phone.decide(.push(push), at: now, answers: answers)
        // There are three kinds of questions, and each is asked at most once.
        for _ in 0..<3 {
            guard let question = decision.question else { break }
            installed.behaviour.answer(question, &answers)
            if case .delivered(var content) = answers.serviceExtension, content.hasText {
                let sender = content.title.isEmpty ? content.body.plain : content.title.plain
                content.communication = Communication(senderName: sender)
                answers.serviceExtension = .delivered(content)
            }
            decision = phone.decide(.push(push), at: now, answers: answers)
        }
        return decision
    }

    /// Whether the service extension donates an intent whose sender is named by the notification's
    /// title.
    private var donatesIntent: Bool { app?.donatesIntent ?? !focusPeople.isEmpty }

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
    /// Returns an app with all capabilities that a push can require, for use when no description of
    /// an app is given. It is the demo app with all capabilities.
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
    /// Returns the settings with another permission, and with the switches that result from this
    /// permission.
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
