// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Installing and deleting apps, and restarting the phone.
extension ActionOutcome {
    /// Installs an app, or updates it. An update keeps tokens, permission and everything else that
    /// the person or the app left on the phone (`AUTH-15`, `REG-7`).
    mutating func install(_ app: InstalledApp) {
        var installed = app
        if let old = device[app.bundleID] {
            endProcess(of: app.bundleID)
            installed = old.updated(to: app)
            cite("AUTH-15")
        } else if let deleted = device.takeDeleted(app.bundleID, at: now) {
            if device.choices.keepsPermissionOnReinstall {
                installed.authorization = deleted.authorization
                installed.settings = deleted.settings
                installed.requestedOptions = deleted.requestedOptions
            }
            if !device.choices.reinstallMakesNewToken { installed.tokens = deleted.tokens }
            cite("AUTH-15", "REG-6")
        }
        device[app.bundleID] = installed
        if installed.registersForPush {
            linkOrders.append(.register(bundleID: app.bundleID))
        }
    }

    /// Deletes an app with everything that belongs to it. APNs is not informed if a reinstalled app
    /// keeps its old token (`REG-6`, ``DeviceChoices/reinstallMakesNewToken``).
    mutating func uninstall(_ bundleID: String) throws(DeviceActionError) {
        let app = try app(bundleID)
        endProcess(of: bundleID)
        device.activities.removeAll { $0.bundleID == bundleID }
        if device.banner?.bundleID == bundleID { device.banner = nil }
        if device.expanded?.bundleID == bundleID { device.expanded = nil }
        device.noteDeleted(app, at: now)
        device[bundleID] = nil
        if device.choices.reinstallMakesNewToken {
            linkOrders.append(.unregister(bundleID: bundleID))
        }
        cite("REG-10")
    }

    mutating func reboot() { switchOffAndOn() }

    /// Restarts the phone, which ends every app. Afterwards, a force-quit app may be woken again
    /// (`SIL-7`), and protected files cannot be read before the first unlock (`SF-11`).
    mutating func switchOffAndOn() {
        for app in device.apps {
            if app.state.isInMemory { dropHeldPush(of: app.bundleID) }
            endProcess(of: app.bundleID)
            device[app.bundleID]?.state = .terminated
        }
        device.isLocked = true
        device.wasUnlocked = false
        device.banner = nil
        device.expanded = nil
    }

    /// Removes the state that ends with an app's process: its prompts, and the record that the app
    /// returns to the front at the next unlock.
    mutating func endProcess(of bundleID: String) {
        forgetBehindLock(bundleID)
        for prompt in device.prompts where prompt.bundleID == bundleID && prompt.kind.isModal {
            answeredPrompts += prompt.calls.map { AnsweredPrompt(id: $0, isGranted: false) }
        }
        let wasPrompting = device.isPrompting
        device.prompts.removeAll { $0.bundleID == bundleID && $0.kind.isModal }
        if wasPrompting, !device.isPrompting, let front = device.foregroundApp,
            front.bundleID != bundleID
        {
            call(.didBecomeActive, of: front.bundleID, rule: "AUTH-14")
        }
    }

    mutating func forgetBehindLock(_ bundleID: String) {
        if device.appBehindLock == bundleID { device.appBehindLock = nil }
    }
}

extension InstalledApp {
    /// Returns the newer version of an app, with the state of the installed version.
    fileprivate func updated(to new: InstalledApp) -> InstalledApp {
        var app = self
        app.name = new.name
        app.capabilities = new.capabilities
        app.registersForPush = new.registersForPush
        app.tokenFamilies = new.tokenFamilies
        app.behaviour = new.behaviour
        app.bundle = new.bundle
        // The system ended the app for the update; a force-quit app stays force-quit until the
        // person opens it.
        if app.state != .forceQuit { app.state = .terminated }
        return app
    }
}

/// The state that the phone may remember of a deleted app (`AUTH-15`, `REG-6`).
struct DeletedApp: Hashable, Sendable, Codable {
    /// How long the phone remembers a deleted app, in seconds. Developers report a period of about
    /// a day.
    static let secondsMax = 86_400.0
    /// The maximum number of remembered apps; the oldest are forgotten first. Bellhop chose this
    /// number.
    static let countMax = 32

    let bundleID: String
    let deletedAt: Date
    let authorization: Authorization
    let settings: NotificationSettings
    let requestedOptions: AuthorizationOptions
    let tokens: [TokenFamily: DeviceToken]

    enum CodingKeys: String, CodingKey {
        case authorization, settings, tokens
        case bundleID = "bundle_id"
        case deletedAt = "deleted_at"
        case requestedOptions = "requested_options"
    }
}

extension Device {
    fileprivate mutating func noteDeleted(_ app: InstalledApp, at now: Date) {
        guard choices.keepsPermissionOnReinstall || !choices.reinstallMakesNewToken else { return }
        deletedApps.removeAll { $0.bundleID == app.bundleID }
        deletedApps.append(
            DeletedApp(
                bundleID: app.bundleID, deletedAt: now, authorization: app.authorization,
                settings: app.settings, requestedOptions: app.requestedOptions, tokens: app.tokens))
        if deletedApps.count > DeletedApp.countMax { deletedApps.removeFirst() }
    }

    fileprivate mutating func takeDeleted(_ bundleID: String, at now: Date) -> DeletedApp? {
        guard let index = deletedApps.firstIndex(where: { $0.bundleID == bundleID }) else {
            return nil
        }
        let deleted = deletedApps.remove(at: index)
        return now.timeIntervalSince(deleted.deletedAt) < DeletedApp.secondsMax ? deleted : nil
    }
}
