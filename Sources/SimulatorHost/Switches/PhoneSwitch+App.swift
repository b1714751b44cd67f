// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceModel

extension PhoneSwitch {
    /// The switches of one app. They concern its permission, its page in Settings, its code and its
    /// capabilities.
    static let app: [PhoneSwitch] = person + settings + developer

    private static let person: [PhoneSwitch] = [
        app(
            "permission", "the person's permission", "AUTH-10", read: \.authorization,
            action: UserAction.setAuthorization),
        app("state", "the state of the app", "LC-1", read: \.state) {
            .bring(bundleID: $0, to: $1)
        },
        app(
            "background-refresh", "Background App Refresh for the app", "SIL-8",
            read: \.backgroundRefreshEnabled, action: UserAction.setBackgroundRefresh),
        app(
            "location-access", "when the app may use the location", "LCL-13",
            read: \.capabilities.locationAccess, action: UserAction.setLocationAccess),
        app(
            "live-activities",
            "whether the app may show Live "
                + "Activities", "LA-2", read: \.activitiesEnabled,
            action: UserAction.setActivities),
        app(
            "frequent-updates",
            "whether the app's Live Activities may get frequent "
                + "updates", "LA-17",
            read: \.frequentUpdatesEnabled, action: UserAction.setFrequentUpdates),
    ]

    /// The switches of the app's page in Settings.
    private static let settings: [PhoneSwitch] = [
        setting("alert", "banners on the unlocked screen", "AUTH-26", \.alert),
        setting("alert-style", "the style of banners", "AUTH-20", \.alertStyle),
        setting("sound", "sounds", "AUTH-20", \.sound),
        setting("badge", "the number on the icon", "BDG-1", \.badge),
        setting("lock-screen", "notifications on the lock screen", "AUTH-20", \.lockScreen),
        setting(
            "notification-center", "notifications in Notification Center", "AUTH-26",
            \.notificationCenter),
        setting("time-sensitive", "time-sensitive notifications", "INT-11", \.timeSensitive),
        setting("critical-alert", "critical alerts", "AUTH-10", \.criticalAlert),
        setting("car-play", "notifications in the car", "AUTH-10", \.carPlay),
        setting("announcement", "Siri reads notifications aloud", "AUTH-10", \.announcement),
        setting(
            "direct-messages",
            "direct messages are labelled as direct messages", "INT-8", \.directMessages),
        setting(
            "scheduled-delivery", "notifications wait for the scheduled summary", "INT-10",
            \.scheduledDelivery),
        setting("grouping", "how notifications are stacked", "GRP-2", \.grouping),
        PhoneSwitch(
            name: "app-previews", scope: .app,
            values: "default, \(list(PreviewSetting.self))",
            meaning: "whether the screen shows the app's notification texts", rule: "INT-14",
            read: { _, app in app.settings.previews?.rawValue ?? "default" },
            steps: { word, device, bundleID in
                let previews = PreviewSetting(rawValue: word)
                guard previews != nil || word == "default" else { return nil }
                return change(device, bundleID) { $0.previews = previews }
            }),
    ]

    /// The switches that represent decisions by the app's developer.
    private static let developer: [PhoneSwitch] = [
        PhoneSwitch(
            name: "presentation", scope: .app,
            values: "none, or one or more of "
                + PresentationOptions.named.map(\.name).joined(separator: ","),
            meaning: "what willPresent returns while the app is in use", rule: "FG-1",
            read: { _, app in
                let names = app.foregroundPresentation.names
                return names.isEmpty ? "none" : names.joined(separator: ",")
            },
            steps: { word, _, bundleID in
                let names = word == "none" ? [] : word.split(separator: ",").map { String($0) }
                guard word == "none" || !names.isEmpty else { return nil }
                return PresentationOptions(names: names).map {
                    [.action(.setForegroundPresentation(bundleID: bundleID, $0))]
                }
            }),
        app(
            "xcode", "the app runs from Xcode, where silent pushes have no limit", "SIL-5",
            read: \.isAttachedToXcode, action: UserAction.setAttachedToXcode),
        serviceExtension,
    ]

    private static let serviceExtension = PhoneSwitch(
        name: "service-extension", scope: .app,
        values: "none, " + list(AppBehaviour.Extension.self),
        meaning: "what the app's notification service extension does", rule: "NSE-1",
        read: { _, app in
            app.capabilities.serviceExtension ? app.behaviour.serviceExtension.rawValue : "none"
        },
        steps: { word, _, bundleID in
            let behaviour = AppBehaviour.Extension(rawValue: word)
            guard behaviour != nil || word == "none" else { return nil }
            return [
                .edit { device in
                    device[bundleID]?.capabilities.serviceExtension = behaviour != nil
                    if let behaviour { device[bundleID]?.behaviour.serviceExtension = behaviour }
                }
            ]
        })

    private static func setting(
        _ name: String, _ meaning: String, _ rule: RuleID,
        _ path: any WritableKeyPath<NotificationSettings, Bool> & Sendable
    ) -> PhoneSwitch {
        PhoneSwitch(
            name: name, scope: .app, values: onOrOff, meaning: meaning, rule: rule,
            read: { _, app in word(app.settings[keyPath: path]) },
            steps: { word, device, bundleID in
                isOn(word).flatMap { isOn in
                    change(device, bundleID) { $0[keyPath: path] = isOn }
                }
            })
    }

    private static func setting<Value>(
        _ name: String, _ meaning: String, _ rule: RuleID,
        _ path: any WritableKeyPath<NotificationSettings, Value> & Sendable
    ) -> PhoneSwitch
    where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
        PhoneSwitch(
            name: name, scope: .app, values: list(Value.self), meaning: meaning, rule: rule,
            read: { _, app in app.settings[keyPath: path].rawValue },
            steps: { word, device, bundleID in
                Value(rawValue: word).flatMap { value in
                    change(device, bundleID) { $0[keyPath: path] = value }
                }
            })
    }

    private static func change(
        _ device: Device, _ bundleID: String, _ edit: (inout NotificationSettings) -> Void
    ) -> [PhoneStep]? {
        guard var settings = device[bundleID]?.settings else { return nil }
        edit(&settings)
        return [.action(.setSettings(bundleID: bundleID, settings))]
    }
}
