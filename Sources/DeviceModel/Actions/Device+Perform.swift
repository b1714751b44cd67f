// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension Device {
    /// The phone after an action, and the app callbacks that it causes; this value does not change.
    ///
    /// Tokens are not asked for here: see `VirtualDevice`.
    ///
    /// - Throws: ``DeviceActionError`` when there is no such app or notification, or the app does
    ///   not run.
    public func performing(_ action: UserAction) throws(DeviceActionError) -> ActionOutcome {
        var outcome = ActionOutcome(device: self)
        switch action {
        case .lock: outcome.lock()
        case .unlock: outcome.unlock()
        case .launch(let bundleID): try outcome.launch(bundleID)
        case .sendToBackground(let bundleID): try outcome.sendToBackground(bundleID)
        case .suspend(let bundleID): try outcome.suspend(bundleID)
        case .terminate(let bundleID): try outcome.terminate(bundleID)
        case .forceQuit(let bundleID): try outcome.forceQuit(bundleID)
        case .bring(let bundleID, let state): try outcome.bring(bundleID, to: state)
        case .tap(let id, let bundleID): try outcome.tap(id, bundleID)
        case .flickBannerAway: outcome.device.banner = nil
        case .dismiss(let id, let bundleID): try outcome.dismiss(id, bundleID)
        case .setAuthorization(let bundleID, let authorization):
            try outcome.change(bundleID) { app in
                guard app.authorization != authorization else { return }
                app.authorization = authorization
                app.settings = .defaults(for: authorization)
            }
        case .setSettings(let bundleID, let settings):
            try outcome.change(bundleID) { $0.settings = settings }
        case .setBackgroundRefresh(let bundleID, let isOn):
            try outcome.change(bundleID) { $0.backgroundRefreshEnabled = isOn }
        case .setForegroundPresentation(let bundleID, let options):
            try outcome.change(bundleID) { $0.foregroundPresentation = options }
        case .setOnline(let isOnline): outcome.device.isOnline = isOnline
        case .install(let app): outcome.install(app)
        case .uninstall(let bundleID): try outcome.uninstall(bundleID)
        case .reboot: outcome.reboot()
        }
        return outcome
    }
}

extension ActionOutcome {
    func app(_ bundleID: String) throws(DeviceActionError) -> InstalledApp {
        guard let app = device[bundleID] else {
            throw .unknownApp(bundleID: bundleID, installed: device.apps.map(\.bundleID))
        }
        return app
    }

    mutating func change(
        _ bundleID: String, _ edit: (inout InstalledApp) -> Void
    ) throws(DeviceActionError) {
        var app = try app(bundleID)
        edit(&app)
        device[bundleID] = app
    }

    mutating func install(_ app: InstalledApp) {
        var app = app
        if let old = device[app.bundleID] {
            app.tokens = old.tokens
            app.authorization = old.authorization
            app.settings = old.settings
            app.badge = old.badge
            app.delivered = old.delivered
            app.state = .terminated
            forgetBehindLock(app.bundleID)
        }
        device[app.bundleID] = app
    }

    mutating func uninstall(_ bundleID: String) throws(DeviceActionError) {
        _ = try app(bundleID)
        device[bundleID] = nil
        if device.banner?.bundleID == bundleID { device.banner = nil }
        forgetBehindLock(bundleID)
    }

    mutating func reboot() {
        for index in device.apps.indices { device.apps[index].state = .terminated }
        device.isLocked = true
        device.banner = nil
        device.appBehindLock = nil
    }

    mutating func forgetBehindLock(_ bundleID: String) {
        if device.appBehindLock == bundleID { device.appBehindLock = nil }
    }
}
