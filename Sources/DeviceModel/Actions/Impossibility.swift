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

    /// What is missing, and what to try next.
    var words: String {
        switch self {
        case .noPrompt: "no question is on the screen; let an app ask for permission first"
        case .notProvisional:
            "its notifications have no Keep and Turn Off; only those of a provisional trial do "
                + "(AUTH-7)"
        case .noSummary: "this phone has no scheduled summary; switch it on first (AUTH-7)"
        case .noCriticalAlerts:
            "it has no switch for critical alerts; add the critical-alerts entitlement (AUTH-10)"
        case .notDetermined:
            "it has no switches before it asked for permission; answer its question first "
                + "(AUTH-10)"
        case .notAnAppClip: "it is not an App Clip; launch it instead"
        case .noSettingsOfItsOwn:
            "there is no button to its own settings; let it ask for "
                + "providesAppNotificationSettings (LNK-5)"
        case .noRefreshRequest:
            "it has not asked for background app refresh; let it submit a request first"
        case .refreshIsEarly: "its refresh request may not begin yet; let time pass"
        case .refreshIsOff: "Background App Refresh is off for it; switch it on first (SIL-8)"
        case .lowPower: "Low Power Mode pauses background app refresh; switch it off first (SIL-9)"
        case .forceQuit: "it was force-quit and is not started in the background; open it (SIL-7)"
        }
    }
}
