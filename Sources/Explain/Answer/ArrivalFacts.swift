// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// What is known once the phone has decided.
struct ArrivalFacts {
    let aps: APS
    let push: DevicePush
    let phone: Device
    let app: InstalledApp
    let decision: ArrivalDecision

    var hasText: Bool { aps.alert?.hasText ?? false }
    var hasEffect: Bool { aps.sound != nil || aps.badge != nil }
    var isVisible: Bool { hasText || hasEffect }
    var asksToRun: Bool { aps.contentAvailable == true }
    var isMutable: Bool { aps.mutableContent == true }
    var isInUse: Bool { decision.appState == .foreground }
    var mayNotify: Bool { app.authorization.allowsNotifications }
    var isAlerted: Bool { decision.place == .banner || decision.place == .lockScreen }
    var ranExtension: Bool { runs(.serviceExtension) }
    var ranInBackground: Bool { runs(.didReceiveRemoteNotification) }

    func runs(_ kind: Callback.Kind) -> Bool { decision.callbacks.contains { $0.kind == kind } }

    func cites(_ rule: RuleID) -> Bool { decision.reasons.contains(rule) }

    /// The first of the rules that the decision names, else the last of them.
    func rule(_ candidates: RuleID...) -> RuleID {
        candidates.first { cites($0) } ?? candidates.last ?? decision.reasons.first ?? "LC-1"
    }

    /// Which row of the table of arrivals the push is.
    var row: RuleID {
        rule("LC-1", "LC-2", "LC-3", "LC-4", "LC-5", "LC-6", "LC-7", "LC-9", "LC-10", "LC-11")
    }
}

// Who runs.
extension ArrivalFacts {
    /// The calls of the app's code, in order.
    var steps: [Explanation.Step] {
        decision.callbacks.map { callback in
            let isWake = callback.kind == .didReceiveRemoteNotification
            return Explanation.Step(
                callback: callback.kind, who: who(callback.kind),
                // Display never waits for the app.
                isParallel: isWake && decision.callbacks.count > 1 && ranExtension,
                rule: callback.rule ?? row)
        }
    }

    private func who(_ kind: Callback.Kind) -> String {
        switch kind {
        case .serviceExtension, .serviceExtensionWillExpire: "service extension"
        case .contentExtension, .contentExtensionResponse: "content extension"
        case .didReceiveRemoteNotification:
            switch decision.wake {
            case .launched: "app, launched in the background"
            case .woken: app.state == .background ? "app, in the background" : "app, woken"
            case .inUse, nil: "app in use"
            }
        default:
            switch decision.appState {
            case .foreground: "app in use"
            case .terminated, .forceQuit: "app, launched in the background"
            case .background, .suspended, nil: "app, woken"
            }
        }
    }
}

// What the person sees.
extension ArrivalFacts {
    var sights: [Explanation.Sight] {
        var sights = texts
        if let sound = decision.sound {
            sights.append(sight(.sound, soundWords(sound), soundRule))
        }
        if let badge = decision.badge {
            sights.append(sight(.badge, badge == 0 ? "removed" : String(badge), rule("BDG-1")))
        }
        return sights
    }

    private func sight(
        _ place: Explanation.Place, _ text: String, _ rule: RuleID
    ) -> Explanation.Sight {
        Explanation.Sight(place: place, text: text, rule: rule)
    }

    private var texts: [Explanation.Sight] {
        guard let notification = decision.notification else { return [] }
        var sights: [Explanation.Sight] = []
        let line = notification.oneLine
        switch decision.place {
        case .lockScreen:
            sights.append(sight(.lockScreen, line, row))
        case .banner:
            sights.append(sight(.banner, line, isInUse ? rule("FG-5", "FG-3") : row))
        case .notificationCenter, .none: break
        }
        if decision.isKept, notification.isInNotificationCenter {
            let listing: RuleID =
                isInUse
                ? rule("AUTH-21", "FG-5", "FG-4")
                : rule("AUTH-21", "INT-1", "INT-9", "LVL-1", "AUTH-26", "AUTH-22", "AUTH-20")
            sights.append(sight(.notificationCenter, line, listing))
        }
        return sights
    }

    private func soundWords(_ sound: String) -> String {
        let name = sound == "default" ? "the default sound" : OneLine.text(sound)
        guard decision.notification?.isCritical == true else { return name }
        guard let volume = decision.notification?.soundVolume else { return name + ", critical" }
        return name + ", critical, volume \(volume)"
    }

    private var soundRule: RuleID {
        rule("LVL-4", "SND-1", "SND-3", "SND-5", "SND-4", "INT-5", "SND-2")
    }
}
