// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension Device {
    /// Carries out what was decided: badge, list, banner and the state of a woken app.
    ///
    /// Does nothing about an app that was removed meanwhile. A woken app is in the background
    /// afterwards; ``endBackgroundRun(of:)`` says that it has finished.
    public mutating func apply(_ decision: ArrivalDecision) {
        guard var app = self[decision.bundleID] else { return }
        if decision.clearsList { app.delivered.removeAll() }
        if let badge = decision.badge { app.badge = badge }
        if let notification = decision.notification {
            if decision.isKept { app.list(notification) }
            if decision.place == .banner {
                banner = Banner(bundleID: app.bundleID, notification: notification)
            }
        }
        switch decision.wake {
        case .woken where app.state == .suspended, .launched where !app.state.isInMemory:
            app.state = .background
        default: break
        }
        self[decision.bundleID] = app
    }

    /// Ends the run of an app that did not finish its background callback in time.
    public mutating func endOverrun(of bundleID: String) {
        guard self[bundleID]?.state == .background else { return }
        self[bundleID]?.state = .terminated
    }

    /// Suspends an app whose background callback has finished, unless it went elsewhere meanwhile.
    public mutating func endBackgroundRun(of bundleID: String) {
        guard self[bundleID]?.state == .background else { return }
        self[bundleID]?.state = .suspended
    }
}
