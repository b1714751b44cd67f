// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The steps that one notification goes through on a phone, in order: wake, permission, service
/// extension, texts, level and Focus, presentation, summary. Each step is in its own file.
struct ArrivalPipeline {
    let device: Device
    let app: InstalledApp
    let origin: ArrivalOrigin
    let now: Date
    /// The answers of app code; `nil` uses the app's described behaviour instead.
    let answers: ArrivalAnswers?
    /// The state of the app; the foreground once its `willPresent` was called.
    let state: AppState
    /// The person's switches in Settings, as far as they apply.
    let settings: NotificationSettings
    /// The content to show, with any changes of the service extension.
    var content: NotificationContent
    /// Whether the service extension ran.
    var extensionRan = false
    /// The rules about the service extension's result.
    var extensionRules: [RuleID] = []
    /// The rules about texts that applied.
    var contentRules: [RuleID] = []
    /// The reason why a Focus or the summary withholds the alert.
    var withheld: Withheld?
    /// The rule by which a Focus silences the notification or allows it; `nil` without a Focus.
    var focusRule: RuleID?
    /// The answer of the app in use.
    var answer = PresentationAnswer.options([])
    /// Why a wake was refused.
    var refusal: WakeRefusal?
    var decision: ArrivalDecision

    init(
        device: Device, app: InstalledApp, origin: ArrivalOrigin, content: NotificationContent,
        now: Date, answers: ArrivalAnswers?
    ) {
        self.device = device
        self.app = app
        self.origin = origin
        self.content = content
        self.now = now
        self.answers = answers
        state = answers?.presentation == nil ? device.effectiveState(of: app) : .foreground
        settings = app.effectiveSettings
        decision = ArrivalDecision(bundleID: app.bundleID, at: now)
        decision.appState = state
    }

    var choices: DeviceChoices { device.choices }
    var hasText: Bool { content.hasText }
    var hasEffect: Bool { content.sound != nil || content.badge != nil }
    var asksToRun: Bool { origin.asksToRun }
    var isInUse: Bool { state == .foreground }
    var isQuiet: Bool { app.authorization == .provisional }
    /// Whether there is something for the person to see or hear.
    var isVisible: Bool { hasText || hasEffect }
    var presentation: PresentationOptions { answer.options }

    /// The row in the table of arrivals.
    var row: RuleID {
        switch (hasText, asksToRun) {
        case (true, false): extensionRan ? "LC-3" : "LC-1"
        case (true, true): extensionRan ? "LC-4" : "LC-2"
        case (false, false): "LC-6"
        case (false, true): "LC-7"
        }
    }

    mutating func run() -> ArrivalDecision {
        if let words = injectionRefusal() { return refuseInjection(words) }
        if asksToRun { decideWake() }
        guard isVisible else { return silent() }
        guard app.authorization.allowsNotifications else { return withoutPermission() }
        switch runExtension() {
        case .goOn: break
        case .asks: return unfinished()
        case .isDropped: return filtered()
        }
        resolveTexts()
        let loudness = EffectiveInterruption(content, of: app)
        var notification = makeNotification(loudness)
        if isInUse {
            guard let answer = presentationAnswer(notification) else { return unfinished() }
            self.answer = answer
            presentOverAppInUse(&notification, loudness)
        } else {
            decideInterruption(loudness)
            present(&notification, loudness)
        }
        noteTimeSensitive(loudness)
        citeContent(loudness)
        orderCallbacks()
        updateContentExtension(notification)
        return decision
    }

    /// Informs an open content extension of a later notification of its thread (`NCE-4`).
    private mutating func updateContentExtension(_ notification: DeliveredNotification) {
        guard decision.place != .none || decision.isKept,
            let update = device.contentExtensionUpdate(for: notification, of: app.bundleID)
        else { return }
        decision.cite("NCE-4")
        decision.callbacks.append(update)
    }

    /// Cites the rules about content and identity, after those that decided.
    private mutating func citeContent(_ loudness: EffectiveInterruption) {
        if let focusRule { decision.cite(focusRule) }
        for rule in extensionRules { decision.cite(rule) }
        for rule in loudness.rules { decision.cite(rule) }
        if origin.isMutable, !extensionRan { citeMutableContent() }
        if origin.push == nil { decision.cite(isInUse ? "FG-9" : "LCL-18") }
        guard hasText else { return }
        for rule in contentRules { decision.cite(rule) }
        if !content.threadID.isEmpty { decision.cite("GRP-1") }
        if !content.category.isEmpty {
            let isKnown = app.categories.contains { $0.id == content.category }
            decision.cite(isKnown ? "LC-12" : "LC-13")
        }
        if origin.push?.collapseID != nil { decision.cite("ID-3") }
        if decision.replaced != nil { decision.cite("ID-2") }
    }
}

/// The source of a notification, and its requests other than to be shown.
struct ArrivalOrigin {
    /// The identifier of the notification; it never changes (`NSE-12`).
    let id: String
    /// The push; `nil` for a local notification.
    let push: DevicePush?
    /// Whether it came from another source than APNs (`REG-15`).
    var isInjected = false
    /// `content-available`.
    var asksToRun = false
    /// `mutable-content`.
    var isMutable = false
    let trigger: NotificationTrigger?
    /// The payload as the sender wrote it (`NSE-13`); empty for a local notification.
    let payload: String
}
