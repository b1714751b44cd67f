// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The steps that one push goes through on a phone, in order: wake, permission, content,
/// presentation, words. Later steps (service extension, Focus, summary) have their place between
/// content and presentation.
struct ArrivalPipeline {
    let app: InstalledApp
    let push: DevicePush
    let payload: Payload
    let aps: APS
    let now: Date
    let isLocked: Bool
    let choices: DeviceChoices
    /// Where the app stands; in the foreground when it has already been asked.
    let state: AppState
    /// What the app in use answers.
    let presentation: PresentationOptions
    var decision: ArrivalDecision
    /// Why a wake was refused: the rule and the words.
    var refusal: (rule: RuleID, words: String)?

    init(
        device: Device, app: InstalledApp, push: DevicePush, payload: Payload, now: Date,
        presentation: PresentationOptions?
    ) {
        self.app = app
        self.push = push
        self.payload = payload
        self.now = now
        aps = payload.aps ?? APS()
        isLocked = device.isLocked
        choices = device.choices
        state = presentation == nil ? device.effectiveState(of: app) : .foreground
        self.presentation = presentation ?? app.foregroundPresentation
        decision = ArrivalDecision(bundleID: app.bundleID)
        decision.appState = state
    }

    var hasText: Bool { aps.alert?.hasText ?? false }
    var hasEffect: Bool { aps.sound != nil || aps.badge != nil }
    var asksToRun: Bool { aps.contentAvailable == true }
    var isInUse: Bool { state == .foreground }

    mutating func run() -> ArrivalDecision {
        if asksToRun { decideWake() }
        guard hasText || hasEffect else { return silent() }
        guard app.authorization.allowsNotifications else { return withoutPermission() }
        let rule: RuleID =
            switch (hasText, asksToRun) {
            case (true, false): "LC-1"
            case (true, true): "LC-2"
            case (false, false): "LC-6"
            case (false, true): "LC-7"
            }
        let loudness = Loudness(aps, of: app)
        let content = makeContent(loudness)
        if isInUse {
            presentOverAppInUse(content, loudness, rule: rule)
        } else {
            present(content, loudness, rule: rule)
        }
        citeContent(loudness)
        orderCallbacks()
        return decision
    }

    /// Whether content-available makes the app run (the second step of the pipeline; display never
    /// waits for it).
    private mutating func decideWake() {
        switch state {
        case .foreground: decision.wake = .inUse
        case .forceQuit: refusal = ("SIL-7", "app was force-quit")
        case _ where !app.capabilities.remoteNotificationBackgroundMode:
            refusal = ("SIL-2", "the app lacks the remote-notification background mode")
        case _ where !app.backgroundRefreshEnabled:
            refusal = ("SIL-8", "Background App Refresh is off for the app")
        case .background, .suspended: decision.wake = .woken
        case .terminated: decision.wake = .launched
        }
    }

    /// Nothing to show, sound or badge.
    private mutating func silent() -> ArrivalDecision {
        guard asksToRun else {
            decision.cite("LC-9")
            if isInUse, choices.emptyPushReachesAppInUse {
                addBackgroundCallback("LC-9", wake: .inUse)
                decision.outcome = .handledByApp
                decision.summary = "handed to the app in use, nothing to show (LC-9)"
            } else {
                decision.summary =
                    "nothing happens: the payload has nothing to show and no content-available "
                    + "(LC-9)"
            }
            return decision
        }
        if let refusal {
            decision.cite(refusal.rule, "LC-5", "SIL-1")
            decision.summary = "not delivered: silent push, \(refusal.words) (\(refusal.rule))"
            return decision
        }
        decision.cite("LC-5", "SIL-1")
        if isInUse { decision.cite("SIL-11") }
        if !app.authorization.allowsNotifications { decision.cite("LC-22") }
        addBackgroundCallback("LC-5")
        decision.outcome = isInUse ? .handledByApp : .ranInBackground
        decision.summary = "\(wakeWords) for content-available (LC-5)"
        return decision
    }

    /// Something to show, and no permission for it.
    private mutating func withoutPermission() -> ArrivalDecision {
        let isDenied = app.authorization == .denied
        let rule: RuleID = isDenied ? "AUTH-23" : "AUTH-24"
        decision.cite(rule)
        decision.summary =
            isDenied
            ? "not shown: notifications are denied (AUTH-23)"
            : "not shown: the app has not asked for permission (AUTH-24)"
        if asksToRun, let refusal {
            decision.cite("LC-21", refusal.rule)
            decision.summary += "; not woken: \(refusal.words) (\(refusal.rule))"
        } else if asksToRun {
            decision.cite("LC-21")
            addBackgroundCallback("LC-21")
            decision.outcome = isInUse ? .handledByApp : .ranInBackground
            decision.summary += "; \(wakeWords) for content-available (LC-21)"
        } else if isInUse, !isDenied, choices.unaskedPushReachesAppInUse {
            decision.cite("LC-20")
            addBackgroundCallback("LC-20", wake: .inUse)
            decision.outcome = .handledByApp
            decision.summary += "; handed to the app in use (LC-20)"
        }
        return decision
    }

    /// How the app came to run, as the start of a sentence.
    var wakeWords: String {
        switch decision.wake {
        case .inUse, nil: "app in use ran its background callback"
        case .woken: "app woken in the background"
        case .launched: "app launched in the background"
        }
    }

    mutating func addBackgroundCallback(_ rule: RuleID, wake: ArrivalDecision.Wake? = nil) {
        if let wake { decision.wake = wake }
        decision.callbacks.append(
            Callback(.didReceiveRemoteNotification, bundleID: app.bundleID, rule: rule))
    }

    /// Adds the background callback of a push that shows something, before or after `willPresent`.
    private mutating func orderCallbacks() {
        guard asksToRun else { return }
        if let refusal {
            decision.cite(refusal.rule)
            decision.summary += "; app not woken: \(refusal.words) (\(refusal.rule))"
            return
        }
        let rule: RuleID = hasText ? "LC-2" : "LC-7"
        addBackgroundCallback(rule)
        if isInUse {
            decision.cite("FG-10")
            if !choices.willPresentRunsFirst { decision.callbacks.reverse() }
            if decision.outcome == .discarded { decision.outcome = .handledByApp }
        } else if decision.outcome == .discarded {
            decision.outcome = .ranInBackground
        }
        decision.summary += "; \(wakeWords) (\(rule))"
    }

    /// The rules about content and identity, behind those that decided.
    private mutating func citeContent(_ loudness: Loudness) {
        for rule in loudness.rules { decision.cite(rule) }
        if aps.mutableContent == true { decision.cite(hasText ? "NSE-1" : "LC-8") }
        guard hasText else { return }
        for rule in contentRules { decision.cite(rule) }
        if aps.threadID != nil { decision.cite("GRP-1") }
        if push.collapseID != nil { decision.cite("ID-3") }
        if decision.replaced != nil { decision.cite("ID-2") }
    }
}
