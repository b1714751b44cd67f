// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// How apps change their state because of the lock, the home screen or the app switcher, with
// Apple's callbacks in order. Source: "Managing your app's life cycle".
extension ActionOutcome {
    mutating func lock() {
        guard !device.isLocked else { return }
        let front = device.foregroundApp
        if let front { leaveForeground(front.bundleID) }
        device.appBehindLock = front?.bundleID
        device.isLocked = true
        device.banner = nil
        device.expanded = nil
        endTransientActivities()
    }

    /// Unlocks the phone, and returns to the app that was in the foreground before the lock.
    mutating func unlock() {
        let behind = device.appBehindLock
        openScreen()
        if let behind, device[behind]?.state.isInMemory == true { enterForeground(behind) }
    }

    /// Unlocks the phone without bringing an app back, because another app is about to be opened.
    mutating func openScreen() {
        guard device.isLocked else { return }
        device.isLocked = false
        device.wasUnlocked = true
        device.appBehindLock = nil
        for index in device.apps.indices {
            device.apps[index].delivered.removeAll { !$0.isInNotificationCenter }
            // A caller may have set an app's state to `foreground` while the phone was locked.
            // After a lock, no app is in the foreground, so this app is in the background.
            if device.apps[index].state == .foreground { device.apps[index].state = .background }
        }
        device.wasUnlocked = true
        // LCL-17: regions are monitored from the first unlock on.
        device.observePlace(after: device.location, at: now)
    }

    mutating func launch(_ bundleID: String) throws(DeviceActionError) {
        _ = try app(bundleID)
        openScreen()
        enterForeground(bundleID, rule: "RSP-11")
    }

    mutating func sendToBackground(_ bundleID: String) throws(DeviceActionError) {
        let app = try running(bundleID)
        if app.state == .foreground { leaveForeground(bundleID) }
        if device.appBehindLock == bundleID { device.appBehindLock = nil }
        device[bundleID]?.state = .background
    }

    mutating func suspend(_ bundleID: String) throws(DeviceActionError) {
        try sendToBackground(bundleID)
        device[bundleID]?.state = .suspended
    }

    mutating func terminate(_ bundleID: String) throws(DeviceActionError) {
        _ = try running(bundleID)
        endProcess(of: bundleID)
        device[bundleID]?.state = .terminated
        device.endLocationAccessOnce(of: bundleID)
        dropHeldPush(of: bundleID)
    }

    mutating func forceQuit(_ bundleID: String) throws(DeviceActionError) {
        let app = try app(bundleID)
        if app.state == .foreground { leaveForeground(bundleID) }
        // A suspended app is ended without a callback.
        if app.state == .foreground || app.state == .background {
            call(.willTerminate, of: bundleID)
        }
        endProcess(of: bundleID)
        device[bundleID]?.state = .forceQuit
        dropHeldPush(of: bundleID)
    }

    mutating func bring(_ bundleID: String, to state: AppState) throws(DeviceActionError) {
        let app = try app(bundleID)
        switch state {
        case .foreground: try launch(bundleID)
        case .background, .suspended, .terminated:
            // An app without a process is started first, even if it was force-quit and the new
            // state is `terminated`: only a running app can be terminated.
            if app.state == state, state == .terminated { return }
            let wasLocked = device.isLocked
            if !app.state.isInMemory { try launch(bundleID) }
            switch state {
            case .background: try sendToBackground(bundleID)
            case .suspended: try suspend(bundleID)
            default: try terminate(bundleID)
            }
            if wasLocked { lock() }
        case .forceQuit: try forceQuit(bundleID)
        }
    }

    /// Returns the app if it has a process.
    private func running(_ bundleID: String) throws(DeviceActionError) -> InstalledApp {
        let app = try app(bundleID)
        guard app.state.isInMemory else { throw .notRunning(bundleID: bundleID, state: app.state) }
        return app
    }

    /// Brings an app to the front: starts or resumes the app, runs `beforeActive`, and then makes
    /// the app active.
    mutating func enterForeground(
        _ bundleID: String, rule: RuleID? = nil,
        beforeActive: (inout ActionOutcome) -> Void = { _ in }
    ) {
        guard let state = device[bundleID]?.state else { return }
        if let front = device.foregroundApp, front.bundleID != bundleID {
            leaveForeground(front.bundleID)
        }
        switch state {
        case .foreground: return beforeActive(&self)
        case .background, .suspended: call(.willEnterForeground, of: bundleID, rule: rule)
        case .terminated, .forceQuit:
            call(.didFinishLaunching, of: bundleID, rule: rule, subject: .launch(.user))
        }
        device.settingsPage = nil
        beforeActive(&self)
        // AUTH-14: while a system prompt is shown, the app is on the screen, but not active.
        if !device.isPrompting { call(.didBecomeActive, of: bundleID, rule: rule) }
        device[bundleID]?.state = .foreground
        reportRegistrations(of: bundleID)
        deliverHeldPush(of: bundleID)
    }

    mutating func leaveForeground(_ bundleID: String) {
        if !device.isPrompting { call(.willResignActive, of: bundleID) }
        call(.didEnterBackground, of: bundleID)
        device[bundleID]?.state = .background
        device.endLocationAccessOnce(of: bundleID)
    }
}
