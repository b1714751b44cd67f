// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The seventh and eighth steps while the app is in use: its `willPresent` decides.
extension ArrivalPipeline {
    /// Returns the answer of the app in use; `nil` when it must be asked first.
    mutating func presentationAnswer(
        _ notification: DeliveredNotification
    ) -> PresentationAnswer? {
        let answer = answers == nil ? app.behaviour.presentationAnswer : answers?.presentation
        if answer?.wasAsked != false {
            decision.callbacks.append(
                Callback(
                    .willPresent, bundleID: app.bundleID, rule: row,
                    detail: hasText ? notification.oneLine : "sound or badge only",
                    subject: .notification(notification)))
        }
        guard let answer else {
            decision.question = .willPresent(notification)
            return nil
        }
        return answer
    }

    /// Presents the notification with the app's options, reduced to those the settings allow.
    mutating func presentOverAppInUse(
        _ notification: inout DeliveredNotification, _ loudness: EffectiveInterruption
    ) {
        decision.cite(isQuiet ? "AUTH-21" : row)
        if isQuiet { decision.cite(row) }
        var allowed = presentation
        if !settings.alert { allowed.remove(.banner) }
        if !settings.notificationCenter { allowed.remove(.list) }
        if !settings.sound, loudness.level != .critical || isQuiet { allowed.remove(.sound) }
        if !settings.badge { allowed.remove(.badge) }
        if hasText {
            notification.isOnLockScreen =
                settings.lockScreen && !isQuiet && loudness.level != .passive
            notification.isInNotificationCenter = allowed.contains(.list)
            decision.place =
                allowed.contains(.banner)
                ? .banner : allowed.contains(.list) ? .notificationCenter : .none
            decision.isKept = allowed.contains(.list)
        }
        keep(notification)
        if allowed.contains(.sound) { play(loudness) }
        if allowed.contains(.badge) { setBadge() }
        citeForeground(allowed)
        summarise(overAppInUse: true, loudness)
        if answer == .fellThrough, origin.push != nil, hasText, !asksToRun { fallThrough() }
    }

    /// FG-11: without a notification center delegate, the app delegate gets the push.
    private mutating func fallThrough() {
        addBackgroundCallback("FG-11", wake: .inUse)
        decision.summary += "; handed to the app delegate (FG-11)"
    }

    private mutating func citeForeground(_ allowed: PresentationOptions) {
        switch answer {
        case .options: if presentation.isEmpty { decision.cite("FG-2") }
        case .notImplemented: decision.cite("FG-1")
        case .fellThrough: decision.cite(origin.push == nil ? "FG-1" : "FG-11")
        case .timedOut: decision.cite("FG-8")
        }
        if hasText {
            switch (allowed.contains(.banner), allowed.contains(.list)) {
            case (true, true): decision.cite("FG-5")
            case (true, false): decision.cite("FG-3")
            case (false, true): decision.cite("FG-4")
            case (false, false): break
            }
        }
        if decision.sound != nil || decision.badge != nil { decision.cite("FG-6") }
        if content.badge != nil { decision.cite("BDG-7") }
        if allowed != presentation { decision.cite("FG-7") }
    }

    /// The summary when nothing is shown over the app in use.
    var unshownWords: String {
        switch answer {
        case .options where presentation.isEmpty:
            "not shown: the app in use asked for nothing (FG-2)"
        case .options:
            "not shown: the app in use asked for nothing that Settings and payload allow (FG-7)"
        case .notImplemented:
            "not shown: the app in use has no willPresent (FG-1)"
        case .fellThrough:
            origin.push == nil
                ? "not shown: the app in use has no willPresent (FG-1)"
                : "not shown: the app in use has no notification center delegate (FG-11)"
        case .timedOut: "not shown: the app in use did not answer in time (FG-8)"
        }
    }
}
