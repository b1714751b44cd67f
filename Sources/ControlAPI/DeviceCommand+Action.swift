// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceCommand {
    /// The values of the field `action` in JSON. `bellhop device` uses them, too.
    package enum Action: String, Sendable, CaseIterable {
        // Actions on the phone.
        case lock, unlock, reboot, online, offline
        case restoreBackup = "restore-backup"
        // Actions on apps.
        case launch, background, suspend, terminate, quit, install, uninstall, state
        case openAppClip = "open-app-clip"
        case openSettings = "open-settings"
        case rotateToken = "rotate-token"
        case runRefresh = "run-refresh"
        case extensionFailure = "extension-fault"
        // Actions on notifications and prompts.
        case tap, flick, dismiss, choose, expand, collapse, clear, ask, answer, keep
        /// Delivers a payload to the phone, as `simctl push` does.
        case push
        case turnOff = "turn-off"
        // Switches. The command `set` also accepts each of these names.
        case authorization, presentation, xcode, network, mute, focus, summary, previews
        case language, move, set
        case backgroundRefresh = "background-refresh"
        case backgroundRefreshAll = "background-refresh-all"
        case locationAccess = "location-access"
        case lowPower = "low-power"
        case timeZone = "time-zone"
        case liveActivities = "live-activities"
        case frequentUpdates = "frequent-updates"
        // Actions on Live Activities.
        case tapActivity = "tap-activity"
        case removeActivity = "remove-activity"
        case collapseActivity = "collapse-activity"
        case rotateActivityToken = "rotate-activity-token"
    }

    /// The fields of a command in JSON.
    enum Field: String, CodingKey, CaseIterable {
        case action
        /// The app's bundle identifier.
        case app
        /// The notification's identifier.
        case notification
        /// The button's identifier.
        case button
        /// The entered text.
        case text
        /// The thread identifier of the stack to clear.
        case thread
        /// The Live Activity's identifier.
        case activity
        /// The switch's name.
        case key
        /// The new value. The action determines which values are valid.
        case value
        case focus, location, payload
    }
}

extension DeviceCommand.Action {
    /// The fields that the action accepts in addition to `action` and `app`. Every action accepts
    /// `app`, so that a script can specify the app in each of its commands.
    var fields: [DeviceCommand.Field] {
        switch self {
        case .lock, .unlock, .reboot, .online, .offline, .restoreBackup, .launch, .background,
            .suspend, .terminate, .quit, .uninstall, .openAppClip, .rotateToken, .runRefresh,
            .flick, .collapse:
            []
        case .install, .ask, .answer, .extensionFailure, .state, .authorization, .presentation,
            .xcode, .network, .mute, .summary, .previews, .language, .backgroundRefresh,
            .backgroundRefreshAll, .locationAccess, .lowPower, .timeZone, .liveActivities,
            .frequentUpdates:
            [.value]
        case .openSettings, .tap, .dismiss, .expand, .turnOff: [.notification]
        case .choose: [.notification, .button, .text]
        case .keep: [.notification, .value]
        case .clear: [.thread]
        case .push: [.payload]
        case .focus: [.focus, .value]
        case .move: [.location, .value]
        case .set: [.key, .value]
        case .tapActivity, .removeActivity, .collapseActivity, .rotateActivityToken: [.activity]
        }
    }

    /// The name of the switch that the action sets; `nil` for an action that sets no switch.
    var switchName: String? {
        switch self {
        case .authorization: "permission"
        case .move: "location"
        case .state, .presentation, .xcode, .network, .mute, .focus, .summary, .previews,
            .language, .backgroundRefresh, .backgroundRefreshAll, .locationAccess, .lowPower,
            .timeZone, .liveActivities, .frequentUpdates:
            rawValue
        case .lock, .unlock, .reboot, .online, .offline, .restoreBackup, .launch, .background,
            .suspend, .terminate, .quit, .install, .uninstall, .openAppClip, .openSettings,
            .rotateToken, .runRefresh, .extensionFailure, .tap, .flick, .dismiss, .choose, .expand,
            .collapse, .clear, .ask, .answer, .keep, .push, .turnOff, .set, .tapActivity,
            .removeActivity, .collapseActivity, .rotateActivityToken:
            nil
        }
    }
}
