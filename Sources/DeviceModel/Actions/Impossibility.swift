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

    /// A sentence that says what is missing, and what to do.
    var sentence: CitedSentence {
        func missing(_ text: String, _ more: String? = nil) -> CitedSentence {
            CitedSentence(text, rule, more: more)
        }
        return switch self {
        case .noPrompt:
            missing(
                "No permission prompt is on the screen",
                "Have an app request permission first")
        case .notProvisional:
            missing(
                "Only the notifications of an app with provisional permission have the buttons "
                    + "Keep and Turn Off")
        case .noSummary:
            missing("The phone has no scheduled summary", "Switch it on first")
        case .noCriticalAlerts:
            missing(
                "Settings shows no switch for critical alerts for this app",
                "Add the critical-alerts entitlement to the app")
        case .notDetermined:
            missing(
                "The app has no notification settings until it has requested permission",
                "Have the app request permission, and respond to its prompt")
        case .notAnAppClip: missing("The app is not an App Clip", "Launch it instead")
        case .noSettingsOfItsOwn:
            missing(
                "Settings shows no button that opens the app's own notification settings",
                "Have the app request permission with the option providesAppNotificationSettings")
        case .noRefreshRequest:
            missing(
                "The app has not requested background app refresh",
                "Have the app submit a request first")
        case .refreshIsEarly:
            missing(
                "The earliest begin date of the app's refresh request is in the "
                    + "future",
                "Advance the phone's clock to "
                    + "that date")
        case .refreshIsOff:
            missing("Background App Refresh is off for the app", "Switch it on first")
        case .lowPower:
            missing("Low Power Mode pauses background app refresh", "Switch it off first")
        case .forceQuit:
            missing(
                "The app was force-quit, so the system does not start it in the "
                    + "background",
                "Open the app "
                    + "first")
        }
    }
}
