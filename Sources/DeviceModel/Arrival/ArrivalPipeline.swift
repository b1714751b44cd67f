// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The steps that one notification goes through on a phone, in order: wake, permission, service
/// extension, texts, level and Focus, presentation, words. Each step is a file of its own.
struct ArrivalPipeline {
    let device: Device
    let app: InstalledApp
    let origin: ArrivalOrigin
    let now: Date
    /// `nil` when the app's described behaviour answers.
    let answers: ArrivalAnswers?
    /// Where the app stands; in the foreground when it has already been asked.
    let state: AppState
    /// What counts of the switches in Settings.
    let settings: NotificationSettings
    /// What is to be shown; the service extension may have changed it.
    var content: NotificationContent
    /// Whether the service extension ran.
    var extensionRan = false
    /// The rules about what the service extension did.
    var extensionRules: [RuleID] = []
    /// The rules about texts that were followed.
    var contentRules: [RuleID] = []
    /// What a Focus or the summary does to it.
    var withheld: Withheld?
    /// The rule by which a Focus silences it or lets it through; `nil` without a Focus.
    var focusRule: RuleID?
    /// What the app in use answered.
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
    /// Whether something is there for the person to see or hear.
    var isVisible: Bool { hasText || hasEffect }
    var presentation: PresentationOptions { answer.options }

    /// Which row of the table of arrivals this is.
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
        let loudness = Loudness(content, of: app)
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

    /// An open content extension gets later notifications of its thread (`NCE-4`).
    private mutating func updateContentExtension(_ notification: DeliveredNotification) {
        guard decision.place != .none || decision.isKept,
            let update = device.contentExtensionUpdate(for: notification, of: app.bundleID)
        else { return }
        decision.cite("NCE-4")
        decision.callbacks.append(update)
    }

    /// The rules about content and identity, behind those that decided.
    private mutating func citeContent(_ loudness: Loudness) {
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

/// Where a notification comes from, and what it asks for besides being shown.
struct ArrivalOrigin {
    /// The identifier; it never changes (`NSE-12`).
    let id: String
    /// `nil` for a local one.
    let push: DevicePush?
    /// It did not come from APNs (`REG-15`).
    var isInjected = false
    /// `content-available`.
    var asksToRun = false
    /// `mutable-content`.
    var isMutable = false
    let trigger: NotificationTrigger?
    /// The payload as the sender wrote it (`NSE-13`); empty for a local one.
    let payload: String
}
