// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Device {
    /// Returns the reason why `content-available` may not run an app; `nil` if it may run the app.
    ///
    /// - Parameters:
    ///   - state: The state of the app.
    ///   - isSilent: Whether `content-available` is all that the push requests. Only such silent
    ///     pushes have a budget.
    func wakeRefusal(
        of app: InstalledApp, state: AppState, isSilent: Bool, at now: Date
    ) -> WakeRefusal? {
        switch state {
        // SIL-11: there is no limit for an app in the foreground.
        case .foreground: return nil
        case .forceQuit: return .forceQuit
        case .background, .suspended, .terminated: break
        }
        if !app.capabilities.remoteNotificationBackgroundMode { return .noBackgroundMode }
        if let refusal = lastingRefusal(of: app) { return refusal }
        guard isSilent, limitsSilentPushes(to: app) else { return nil }
        return SilentBudget(self).refusal(wakes: app.wakes, at: now)
    }

    /// Returns a reason that lasts until a switch is changed: Background App Refresh or Low Power
    /// Mode.
    private func lastingRefusal(of app: InstalledApp) -> WakeRefusal? {
        if !app.backgroundRefreshEnabled { return .refreshOffForApp }
        if !backgroundRefreshEnabled { return .refreshOff }
        if isLowPower, choices.lowPowerHoldsBackgroundPushes { return .lowPower }
        return nil
    }

    /// Returns whether an app's silent pushes have a budget: not while the app runs from Xcode
    /// (`SIL-5`), and never in the Simulator.
    func limitsSilentPushes(to app: InstalledApp) -> Bool {
        kind == .phone && !app.isAttachedToXcode
    }

    /// Returns when the held push of an app may run the app; `nil` if a switch must be changed
    /// first.
    func heldPushDate(of app: InstalledApp) -> Date? {
        guard let held = app.heldPush else { return nil }
        switch effectiveState(of: app) {
        case .foreground: return held.heldAt
        case .forceQuit: return nil
        case .background, .suspended, .terminated: break
        }
        guard app.capabilities.remoteNotificationBackgroundMode, lastingRefusal(of: app) == nil
        else { return nil }
        guard limitsSilentPushes(to: app) else { return held.heldAt }
        return SilentBudget(self).firstDate(wakes: app.wakes, from: held.heldAt)
    }
}

extension DueSource {
    /// Held silent pushes that may now run their app (`SIL-4`).
    static let heldPushes = DueSource(
        next: { device in
            var first: Date?
            for app in device.apps where app.heldPush != nil {
                guard let date = device.heldPushDate(of: app) else { continue }
                first = min(first ?? date, date)
            }
            return first
        },
        take: { device, now in
            for index in device.apps.indices where device.apps[index].heldPush != nil {
                guard let date = device.heldPushDate(of: device.apps[index]), date <= now,
                    let held = device.apps[index].heldPush
                else { continue }
                device.apps[index].heldPush = nil
                return .arrival(.push(held.push))
            }
            return nil
        })
}
