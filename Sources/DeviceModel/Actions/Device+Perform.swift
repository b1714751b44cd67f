// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Device {
    /// Returns the result of an action: the phone after the action, and the app callbacks. This
    /// value does not change.
    ///
    /// This method does not request tokens from APNs; `VirtualDevice` requests them.
    ///
    /// - Throws: ``DeviceActionError`` when there is no such app or notification, or when the app
    ///   is not running.
    public func performing(
        _ action: UserAction, at now: Date
    ) throws(DeviceActionError) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        if try !outcome.performBasics(action), try !outcome.performNotifications(action) {
            try outcome.performSettings(action)
        }
        return outcome
    }
}

extension ActionOutcome {
    /// Performs actions on the lock, apps and network; returns `false` for any other action.
    mutating func performBasics(_ action: UserAction) throws(DeviceActionError) -> Bool {
        switch action {
        case .lock: lock()
        case .unlock: unlock()
        case .launch(let bundleID): try launch(bundleID)
        case .sendToBackground(let bundleID): try sendToBackground(bundleID)
        case .suspend(let bundleID): try suspend(bundleID)
        case .terminate(let bundleID): try terminate(bundleID)
        case .forceQuit(let bundleID): try forceQuit(bundleID)
        case .bring(let bundleID, let state): try bring(bundleID, to: state)
        case .openAppClip(let bundleID): try openAppClip(bundleID)
        case .install(let app): install(app)
        case .uninstall(let bundleID): try uninstall(bundleID)
        case .reboot: reboot()
        case .setOnline(let isOnline): setOnline(isOnline)
        case .setAPNsBlocked(let isBlocked): setAPNsBlocked(isBlocked)
        case .restoreFromBackup: restoreFromBackup()
        case .rotateToken(let bundleID): try rotateToken(bundleID)
        case .move(let coordinate): move(to: coordinate)
        case .setTimeZone(let name): try setTimeZone(name)
        case .setLanguage(let name): device.language = name
        case .runBackgroundRefresh(let bundleID): try runBackgroundRefresh(bundleID)
        default: return false
        }
        return true
    }

    /// Performs actions on notifications, prompts and Live Activities; returns `false` for any
    /// other action.
    mutating func performNotifications(
        _ action: UserAction
    ) throws(DeviceActionError) -> Bool {
        switch action {
        case .tap(let id, let bundleID): try tap(id, bundleID)
        case .flickBannerAway: device.banner = nil
        case .dismiss(let id, let bundleID): try dismiss(id, bundleID)
        case .choose(let actionID, let id, let bundleID, let text):
            try choose(actionID, id, bundleID, text: text)
        case .expand(let id, let bundleID): try expand(id, bundleID)
        case .collapse: collapse()
        case .clearAll(let bundleID, let threadID): try clearAll(bundleID, threadID: threadID)
        case .answerPrompt(let answer): try answerPrompt(answer)
        case .keep(let id, let bundleID, let choice): try keep(id, bundleID, choice)
        case .turnOff(let id, let bundleID): try turnOff(id, bundleID)
        case .openNotificationSettings(let bundleID, let id):
            try openNotificationSettings(bundleID, id)
        case .removeActivity(let id): try removeActivity(id)
        case .tapActivity(let id): try tapActivity(id)
        case .collapseActivity(let id): try collapseActivity(id)
        case .rotateActivityToken(let id): try rotateActivityToken(id)
        default: return false
        }
        return true
    }

    /// Performs changes in the Settings app and Control Center.
    mutating func performSettings(_ action: UserAction) throws(DeviceActionError) {
        switch action {
        case .setAuthorization(let bundleID, let authorization):
            try setAuthorization(bundleID, authorization)
        case .setSettings(let bundleID, let settings): try setSettings(bundleID, settings)
        case .setBackgroundRefresh(let bundleID, let isOn):
            try change(bundleID) { $0.backgroundRefreshEnabled = isOn }
        case .setGlobalBackgroundRefresh(let isOn): device.backgroundRefreshEnabled = isOn
        case .setForegroundPresentation(let bundleID, let options):
            try change(bundleID) { $0.foregroundPresentation = options }
        case .setLocationAccess(let bundleID, let access):
            try change(bundleID) { $0.capabilities.locationAccess = access }
        case .setAttachedToXcode(let bundleID, let isAttached):
            try change(bundleID) { $0.isAttachedToXcode = isAttached }
        case .setActivities(let bundleID, let isOn): try setActivities(bundleID, isOn)
        case .setFrequentUpdates(let bundleID, let isOn):
            try setFrequentUpdates(bundleID, isOn)
        case .setFocus(let focus): device.focus = focus
        case .setMuted(let isMuted): device.isMuted = isMuted
        case .setLowPower(let isLowPower):
            device.isLowPower = isLowPower
            linkOrders.append(.setSavingPower(isLowPower))
        case .setSummary(let summary): device.summary = summary?.tidied
        case .setPreviews(let previews): device.previews = previews
        default: break
        }
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
}
