// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// The facts that are known after the phone's decision.
struct ArrivalFacts {
    let aps: APS
    let push: DevicePush
    let phone: Device
    let app: InstalledApp
    let decision: ArrivalDecision

    var hasText: Bool { aps.alert?.hasText ?? false }
    var hasEffect: Bool { aps.sound != nil || aps.badge != nil }
    var isVisible: Bool { hasText || hasEffect }
    var requestsBackgroundTime: Bool { aps.contentAvailable == true }
    var isMutable: Bool { aps.mutableContent == true }
    var isInUse: Bool { decision.appState == .foreground }
    var mayNotify: Bool { app.authorization.allowsNotifications }
    var isAlerted: Bool { decision.place == .banner || decision.place == .lockScreen }
    var ranExtension: Bool { runs(.serviceExtension) }
    var ranInBackground: Bool { runs(.didReceiveRemoteNotification) }

    func runs(_ kind: Callback.Kind) -> Bool { decision.callbacks.contains { $0.kind == kind } }

    func cites(_ rule: RuleID) -> Bool { decision.reasons.contains(rule) }

    /// Returns the first candidate that is among the decision's rules. If none is, returns the last
    /// candidate.
    func rule(_ candidates: RuleID...) -> RuleID {
        candidates.first { cites($0) } ?? candidates.last ?? decision.reasons.first ?? "LC-1"
    }

    /// The rule in the table of arrivals that applies to the push.
    var row: RuleID {
        rule("LC-1", "LC-2", "LC-3", "LC-4", "LC-5", "LC-6", "LC-7", "LC-9", "LC-10", "LC-11")
    }
}

// The code that runs.
extension ArrivalFacts {
    /// The calls of the app's code, in order.
    var steps: [Explanation.Step] {
        decision.callbacks.map { callback in
            let isWake = callback.kind == .didReceiveRemoteNotification
            return Explanation.Step(
                callback: callback.kind, who: who(callback.kind),
                // The display of a notification never waits for the app's background callback.
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
            case .launched: "app launched in the background"
            case .woken:
                app.state == .background
                    ? "app in the background" : "app woken in the background"
            case .inUse, nil: "app in use"
            }
        case .activityToken, .activityContent, .activityState, .activityStarted:
            switch decision.wake {
            case .launched: "app launched in the background"
            case .woken: "app woken in the background"
            case .inUse: "app in use"
            case nil: decision.appState == .foreground ? "app in use" : "app when it runs"
            }
        default:
            switch decision.appState {
            case .foreground: "app in use"
            case .terminated, .forceQuit: "app launched in the background"
            case .background, .suspended, nil: "app woken in the background"
            }
        }
    }
}

// The effects that the person sees.
extension ArrivalFacts {
    var effects: [Explanation.Effect] {
        var effects = texts + activity
        if let sound = decision.sound {
            effects.append(effect(.sound, soundText(sound), soundRule))
        }
        if decision.vibrates { effects.append(effect(.vibration, "once", rule("LVL-3", "LVL-2"))) }
        if let badge = decision.badge {
            effects.append(effect(.badge, badge == 0 ? "removed" : String(badge), rule("BDG-1")))
        }
        return effects
    }

    private func effect(
        _ place: Explanation.Place, _ text: String, _ rule: RuleID
    ) -> Explanation.Effect {
        Explanation.Effect(place: place, text: text, rule: rule)
    }

    private var texts: [Explanation.Effect] {
        guard let notification = decision.notification else { return [] }
        var effects: [Explanation.Effect] = []
        let line = notification.oneLine
        switch decision.place {
        case .lockScreen:
            let preview = phone.preview(of: notification, in: app)
            effects.append(
                effect(
                    .lockScreen, preview.oneLine,
                    preview.isHidden ? "INT-14" : row))
        case .banner:
            effects.append(effect(.banner, line, isInUse ? rule("FG-5", "FG-3") : row))
        case .notificationCenter, .none: break
        }
        if decision.waitsForSummary {
            effects.append(effect(.summary, line, rule("LVL-1", "LVL-2")))
        }
        if decision.isKept, notification.isInNotificationCenter {
            let listing: RuleID =
                isInUse
                ? rule("AUTH-21", "FG-5", "FG-4")
                : rule("AUTH-21", "INT-1", "INT-9", "LVL-1", "AUTH-26", "AUTH-22", "AUTH-20")
            effects.append(effect(.notificationCenter, line, listing))
        }
        return effects
    }

    /// The Live Activity that the push started, changed or ended.
    private var activity: [Explanation.Effect] {
        guard let change = decision.activity else { return [] }
        var after = phone
        after.apply(decision)
        let id = change.activity.id
        let text = OneLine.text(change.activity.contentState, characterCountMax: 60)
        var effects: [Explanation.Effect] = []
        let cause = rule("LA-7", "LA-12", "LC-11")
        // The Dynamic Island is used when the phone is unlocked, and the Lock Screen when it is
        // locked.
        if phone.isLocked, after.lockScreenActivities.contains(where: { $0.id == id }) {
            effects.append(effect(.liveActivity, text, cause))
        } else if !phone.isLocked, after.islandActivity?.id == id {
            effects.append(effect(.dynamicIsland, text, cause))
        }
        if let alert = change.alert {
            let place: Explanation.Place =
                switch alert.style {
                case .lockScreen: .lockScreen
                case .expandedIsland: .dynamicIsland
                case .banner: .banner
                }
            let parts = [alert.title, alert.body].map { OneLine.text($0) }.filter { !$0.isEmpty }
            effects.append(effect(place, parts.joined(separator: " · "), "LA-18"))
        }
        return effects
    }

    private func soundText(_ sound: String) -> String {
        let name = sound == "default" ? "the default sound" : OneLine.text(sound)
        guard decision.notification?.isCritical == true else { return name }
        guard let volume = decision.notification?.soundVolume else { return name + ", critical" }
        return name + ", critical, volume \(volume)"
    }

    private var soundRule: RuleID {
        rule("LVL-4", "SND-1", "SND-3", "SND-5", "SND-4", "INT-5", "SND-2")
    }
}

// The obstacles that the push passes.
extension ArrivalFacts {
    var passedObstacles: [Explanation.PassedObstacle] {
        var passedObstacles: [Explanation.PassedObstacle] = []
        let level = decision.notification?.level
        if let focus = phone.focus, isAlerted, !isInUse {
            let rule =
                level == .critical
                ? "LVL-4"
                : ["INT-2", "LVL-3", "LVL-5", "INT-8"].first { cites(RuleID(rawValue: $0)) }
            if let rule {
                let name = OneLine.text(focus.name, characterCountMax: 40)
                passedObstacles.append(passedObstacle("the Focus \(name)", RuleID(rawValue: rule)))
            }
        }
        if phone.isMuted, decision.sound != nil {
            passedObstacles.append(passedObstacle("the silenced phone", rule("LVL-4")))
        }
        if phone.summary != nil, isAlerted, !isInUse {
            passedObstacles.append(
                passedObstacle("the scheduled summary", rule("LVL-5", "LVL-4", "LVL-3")))
        }
        if phone.isLowPower, isAlerted {
            passedObstacles.append(passedObstacle("Low Power Mode", "INT-12"))
        }
        return passedObstacles
    }

    private func passedObstacle(_ obstacle: String, _ rule: RuleID) -> Explanation.PassedObstacle {
        Explanation.PassedObstacle(obstacle: obstacle, rule: rule)
    }
}

extension PreviewText {
    /// The visible content, in one line.
    fileprivate var oneLine: String {
        [title, subtitle, body].compactMap { $0 }.map { OneLine.text($0) }.filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
