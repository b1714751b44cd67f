// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A reason why a push may not run an app in the background.
enum WakeRefusal: Hashable, Sendable {
    case forceQuit
    case noBackgroundMode
    /// The app delegate does not implement the callback.
    case noCallback
    case refreshOffForApp
    case refreshOff
    case lowPower
    /// The app has used up this number of wakes in an hour.
    case hourlyBudget(limit: Int)
    /// The app has used up this number of wakes in a day.
    case dailyBudget(limit: Int)

    var rule: RuleID {
        switch self {
        case .forceQuit: "SIL-7"
        case .noBackgroundMode: "SIL-2"
        case .noCallback: "LC-5"
        case .refreshOffForApp, .refreshOff: "SIL-8"
        case .lowPower: "SIL-9"
        case .hourlyBudget: "SIL-3"
        case .dailyBudget: "SIL-5"
        }
    }

    /// Whether the newest silent push is held until the reason no longer applies (`SIL-4`).
    var isHolding: Bool {
        switch self {
        case .forceQuit, .noBackgroundMode, .noCallback: false
        case .refreshOffForApp, .refreshOff, .lowPower, .hourlyBudget, .dailyBudget: true
        }
    }
}
