// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A virtual phone in the form in which the control API and the web page show it. Device tokens are
/// shortened.
package struct DeviceView: Codable, Sendable, Hashable, Identifiable {
    package let id: String
    package let name: String
    package let model: String
    package let kind: Device.Kind
    package let systemVersion: String
    package let isLocked: Bool
    /// Whether the phone has been unlocked since its last start.
    package let wasUnlocked: Bool
    /// Whether the phone has a network connection.
    package let isOnline: Bool
    /// Whether the network blocks the connection to APNs.
    package let isAPNsBlocked: Bool
    package let isMuted: Bool
    package let isLowPower: Bool
    /// Whether Background App Refresh is on for the whole phone.
    package let backgroundRefreshEnabled: Bool
    /// The active Focus; `nil` if no Focus is active.
    package let focus: Focus?
    /// The times of day at which the scheduled summary appears, for instance `08:00`; `nil` when
    /// the scheduled summary is off.
    package let summaryTimes: [String]?
    package let previews: PreviewSetting
    /// The IANA name of the phone's time zone.
    package let timeZone: String
    package let language: String
    /// The phone's location; `nil` when it is unknown.
    package let location: Coordinate?
    /// The prompts of the system that wait for the person. The first prompt is on the screen.
    package let prompts: [PromptView]
    /// The page that the Settings app shows; `nil` while Settings is not in the foreground.
    package let settingsPage: SettingsPage?
    /// The banner at the top of the unlocked screen.
    package let banner: PlacedNotification?
    /// The notification in the long look.
    package let expanded: ExpandedView?
    /// The Live Activities. Those on the Lock Screen come first, in order from top to bottom.
    package let activities: [ActivityView]
    /// The alert of a Live Activity that is currently on the screen.
    package let activityAlert: ActivityAlert?
    package let apps: [AppView]

    enum CodingKeys: String, CodingKey {
        case id, name, model, kind, focus, previews, language, location, prompts, banner, expanded
        case activities, apps
        case systemVersion = "system_version"
        case isLocked = "is_locked"
        case wasUnlocked = "was_unlocked"
        case isOnline = "is_online"
        case isAPNsBlocked = "is_apns_blocked"
        case isMuted = "is_muted"
        case isLowPower = "is_low_power"
        case backgroundRefreshEnabled = "background_refresh_enabled"
        case summaryTimes = "summary_times"
        case timeZone = "time_zone"
        case activityAlert = "activity_alert"
        case settingsPage = "settings_page"
    }

    /// Makes the view of a phone. The time is needed to compute the remaining budgets for
    /// background wakes.
    package init(_ device: Device, at now: Date) {
        id = device.id
        name = device.name
        model = device.model
        kind = device.kind
        systemVersion = device.systemVersion
        isLocked = device.isLocked
        wasUnlocked = device.wasUnlocked
        isOnline = device.isOnline
        isAPNsBlocked = device.isAPNsBlocked
        isMuted = device.isMuted
        isLowPower = device.isLowPower
        backgroundRefreshEnabled = device.backgroundRefreshEnabled
        focus = device.focus
        summaryTimes = device.summary?.minutes.map(TimeOfDay.text)
        previews = device.previews
        timeZone = device.timeZone
        language = device.language
        location = device.location
        prompts = device.prompts.map { PromptView($0, on: device) }
        settingsPage = device.settingsPage
        banner = device.banner.map {
            PlacedNotification($0.bundleID, $0.notification, on: device)
        }
        expanded = device.expanded.map { ExpandedView($0, on: device) }
        activities = ActivityView.all(of: device)
        activityAlert = device.activityAlert
        apps = device.apps.map { AppView($0, on: device, at: now) }
    }
}

/// A notification with its app.
package struct PlacedNotification: Codable, Sendable, Hashable {
    package let bundleID: String
    package let notification: NotificationView

    enum CodingKeys: String, CodingKey {
        case notification
        case bundleID = "bundle_id"
    }

    init(_ bundleID: String, _ notification: DeliveredNotification, on device: Device) {
        self.bundleID = bundleID
        self.notification = NotificationView(notification, of: device[bundleID], on: device)
    }
}

/// A notification in the long look, with its current buttons.
package struct ExpandedView: Codable, Sendable, Hashable {
    package let bundleID: String
    package let notification: NotificationView
    /// The content extension that draws the notification; `nil` for the system's layout.
    package let contentExtension: AppBundle.ContentExtension?
    /// The buttons of the category, or the buttons that a content extension has set instead.
    package let actions: [ActionView]

    enum CodingKeys: String, CodingKey {
        case notification, actions
        case bundleID = "bundle_id"
        case contentExtension = "content_extension"
    }

    init(_ expanded: Device.Expanded, on device: Device) {
        let app = device[expanded.bundleID]
        bundleID = expanded.bundleID
        notification = NotificationView(expanded.notification, of: app, on: device)
        contentExtension = expanded.contentExtension.flatMap { index in
            app.flatMap { app in
                app.bundle.contentExtensions.indices.contains(index)
                    ? app.bundle.contentExtensions[index] : nil
            }
        }
        actions = expanded.actions.map(ActionView.init)
    }
}

/// A prompt of the system in the form in which the screen shows it.
package struct PromptView: Codable, Sendable, Hashable, Identifiable {
    package let id: Int
    package let kind: Prompt.Kind
    package let bundleID: String
    /// The text of the question.
    package let title: String
    /// The buttons. The first button is the one that grants permission.
    package let answers: [Answer]

    /// A button of the prompt. It contains the value for the command `answer`, and the button's
    /// title.
    package struct Answer: Codable, Sendable, Hashable {
        package let value: PromptAnswer
        package let title: String
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, title, answers
        case bundleID = "bundle_id"
    }

    init(_ prompt: Prompt, on device: Device) {
        id = prompt.id
        kind = prompt.kind
        bundleID = prompt.bundleID
        let name = device[prompt.bundleID]?.name ?? prompt.bundleID
        title =
            switch prompt.kind {
            case .notifications: "“\(name)” Would Like to Send You Notifications"
            case .criticalAlerts: "“\(name)” Would Like to Send You Critical Alerts"
            case .liveActivities: "Allow Live Activities from “\(name)”?"
            }
        answers = [
            Answer(value: .allow, title: "Allow"), Answer(value: .dontAllow, title: "Don’t Allow"),
        ]
    }
}

/// Converts times of day to and from the format of ``DeviceView/summaryTimes``.
package enum TimeOfDay {
    /// Returns minutes since midnight as `HH:MM`.
    package static func text(_ minutes: Int) -> String {
        func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(pad(minutes / 60)):\(pad(minutes % 60))"
    }

    /// Returns the minutes since midnight for a time in the form `HH:MM`. Returns `nil` for any
    /// other form.
    package static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count <= 2 && $0.allSatisfy(\.isNumber) }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]),
            (0..<24).contains(hours), (0..<60).contains(minutes)
        else { return nil }
        return hours * 60 + minutes
    }
}
