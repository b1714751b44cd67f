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
    /// The phone's identifier at APNs and on itself.
    static let phoneID = "phone"

    /// The phone as it stands when the push comes.
    ///
    /// - Parameters:
    ///   - bundleID: the app's, when ``app`` does not say one.
    ///   - tokens: the app's tokens.
    ///   - payload: what is to come; an update of a Live Activity finds one that runs.
    func phone(
        bundleID: String, tokens: [TokenFamily: DeviceToken], running payload: Payload,
        at now: Date
    ) -> Device {
        var installed = installedApp(bundleID: bundleID)
        installed.tokens = tokens
        // Of an app that nobody describes, it is assumed that it has the payload's Live Activity.
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

    /// Of an app that nobody describes it is taken that it knows the payload's category.
    private static func category(of payload: Payload) -> [NotificationCategory] {
        payload.aps?.category.map { [NotificationCategory(id: $0)] } ?? []
    }

    /// Starts the activity that an update or end is for, a minute before the payload's time.
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
        // An app that may not start one has none: the phone then says so.
        _ = try? phone.startActivity(
            request, of: installed.bundleID, at: min(now, sent).addingTimeInterval(-60))
    }

    /// What the phone does. Where the app's service extension makes a communication notification,
    /// its answer is given here; otherwise the app's described behaviour answers.
    func decide(_ push: DevicePush, on phone: Device, at now: Date) -> ArrivalDecision {
        guard donatesIntent, let installed = phone.apps.first,
            installed.behaviour.implementsBackgroundCallback
        else { return phone.decide(.push(push), at: now) }
        var answers = ArrivalAnswers()
        var decision = phone.decide(.push(push), at: now, answers: answers)
        // Each kind of question is asked once.
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

    /// Whether the service extension says who speaks, by the title of the notification.
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
