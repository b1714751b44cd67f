// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A missing precondition of an action whose app and notification exist.
public enum Impossibility: String, Hashable, Sendable, CaseIterable {
    case noPrompt = "no-prompt"
    case notProvisional = "not-provisional"
    case noSummary = "no-summary"
    case noCriticalAlerts = "no-critical-alerts"
    case notDetermined = "not-determined"
    case notAnAppClip = "not-an-app-clip"
    case noSettingsOfItsOwn = "no-settings-of-its-own"
    case noRefreshRequest = "no-refresh-request"
    case refreshIsEarly = "refresh-is-early"
    case refreshIsOff = "refresh-is-off"
    case lowPower = "low-power"
    case forceQuit = "force-quit"

    /// The rule behind the precondition; `nil` if there is none.
    var rule: RuleID? {
        switch self {
        case .notProvisional, .noSummary: "AUTH-7"
        case .noCriticalAlerts, .notDetermined: "AUTH-10"
        case .noSettingsOfItsOwn: "LNK-5"
        case .refreshIsOff: "SIL-8"
        case .lowPower: "SIL-9"
        case .forceQuit: "SIL-7"
        case .noPrompt, .notAnAppClip, .noRefreshRequest, .refreshIsEarly: nil
        }
    }

    /// What is missing, and what to do.
    var sentence: CitedSentence {
        func missing(_ text: String, _ more: String? = nil) -> CitedSentence {
            CitedSentence(text, rule, more: more)
        }
        return switch self {
        case .noPrompt:
            missing(
                "There is no permission prompt on the screen",
                "Let an app request permission first")
        case .notProvisional:
            missing("Only notifications of a provisional app have Keep and Turn Off")
        case .noSummary:
            missing("The phone has no scheduled summary", "Switch it on first")
        case .noCriticalAlerts:
            missing(
                "The app has no setting for critical alerts",
                "Add the critical-alerts entitlement")
        case .notDetermined:
            missing(
                "The app has no settings before it has requested permission",
                "Respond to the app's prompt first")
        case .notAnAppClip: missing("The app is not an App Clip", "Launch it instead")
        case .noSettingsOfItsOwn:
            missing(
                "There is no button to the app's own settings",
                "Let the app request providesAppNotificationSettings")
        case .noRefreshRequest:
            missing(
                "The app has not requested background app refresh",
                "Let the app submit a request first")
        case .refreshIsEarly:
            missing("The app's refresh request may not begin yet", "Advance the time")
        case .refreshIsOff:
            missing("Background App Refresh is off for the app", "Switch it on first")
        case .lowPower:
            missing("Low Power Mode pauses background app refresh", "Switch it off first")
        case .forceQuit:
            missing("The app was force-quit and is not started in the background", "Open it")
        }
    }
}
