// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Composes the steps that one notification goes through on a phone, in order: wake, permission,
/// service extension, texts, level, presentation. Each step is a value that is computed from the
/// results of the previous steps.
struct ArrivalPipeline {
    private let context: ArrivalContext
    /// The content as it arrived.
    private let content: NotificationContent

    init(
        device: Device, app: InstalledApp, origin: ArrivalOrigin, content: NotificationContent,
        now: Date, answers: ArrivalAnswers?
    ) {
        context = ArrivalContext(
            device: device, app: app, origin: origin, now: now, answers: answers)
        self.content = content
    }

    func run() -> ArrivalDecision {
        var decision = ArrivalDecision(bundleID: context.app.bundleID, at: context.now)
        decision.appState = context.state
        if let refusal = InjectionRefusal(context, content) {
            decision.report(.injectionRefused(refusal))
            return decision
        }
        let wake = WakeDecision(context, isSilent: !content.isPerceptible)
        decision.take(wake)
        guard content.isPerceptible else {
            decision.take(SilentResult(context, wake))
            return decision
        }
        guard context.app.authorization.allowsNotifications else {
            decision.take(NoPermissionResult(context, content, wake))
            return decision
        }
        let extended = ExtensionResult(context, content)
        decision.callbacks = extended.callbacks
        if extended.runs { decision.requestID = context.origin.id }
        let run = BackgroundRun(
            context, wake, hasText: extended.content.hasText, extensionRan: extended.runs)
        switch extended.ending {
        case .proceeds: present(extended, wake, &decision)
        case .isAsked:
            decision.wait(for: .serviceExtension(extended.content), .serviceExtension, run)
        case .removesNotification:
            decision.cite("NSE-11", run.row)
            decision.record([.removedByExtension])
            decision.take(run)
        }
        return decision
    }

    /// Presents a notification of an app that has permission, after the service extension.
    private func present(
        _ extended: ExtensionResult, _ wake: WakeDecision, _ decision: inout ArrivalDecision
    ) {
        let texts = ResolvedTexts(context, extended.content)
        let content = texts.content
        let loudness = EffectiveInterruption(content, of: context.app)
        let composed = ComposedNotification(context, content, loudness)
        let run = BackgroundRun(
            context, wake, hasText: content.hasText, extensionRan: extended.runs)
        let input = PresentationInput(
            context: context, content: content, composed: composed, loudness: loudness,
            row: run.row)
        decision.requestID = context.origin.id
        let presentation: Presentation
        if context.isInForeground {
            let call = WillPresentResult(
                context, composed.notification, hasText: content.hasText, row: run.row)
            if let callback = call.callback { decision.callbacks.append(callback) }
            guard let answer = call.answer else {
                return decision.wait(
                    for: .willPresent(composed.notification), .willPresent(row: run.row), run)
            }
            presentation = Presentation(inForeground: input, answer)
        } else {
            presentation = Presentation(
                inBackground: input, InterruptionDecision(context, content, loudness))
        }
        decision.take(presentation, context)
        decision.timeSensitiveNote = ArrivalDecision.TimeSensitiveNote(
            context, loudness.level, at: decision.place)
        if decision.timeSensitiveNote != nil { decision.cite("INT-11") }
        decision.cite(contentRules(input, presentation, extended, texts))
        decision.take(run)
        updateContentExtension(presentation, &decision)
    }

    /// Returns the rules about content and identity, which are cited after the decisive rules.
    private func contentRules(
        _ input: PresentationInput, _ presentation: Presentation, _ extended: ExtensionResult,
        _ texts: ResolvedTexts
    ) -> [RuleID] {
        let (content, origin) = (input.content, context.origin)
        var rules = presentation.focusRule.map { [$0] } ?? []
        rules += extended.rules + input.loudness.rules
        if origin.isMutable, !extended.runs {
            rules += context.unusedExtensionRules(hasText: content.hasText)
        }
        if origin.push == nil { rules.append(context.isInForeground ? "FG-9" : "LCL-18") }
        guard content.hasText else { return rules }
        rules += extended.textRules + texts.rules + input.composed.rules
        rules += presentation.placement.contentRules
        if !content.threadID.isEmpty { rules.append("GRP-1") }
        if !content.category.isEmpty {
            let isKnown = context.app.categories.contains { $0.id == content.category }
            rules.append(isKnown ? "LC-12" : "LC-13")
        }
        if origin.push?.collapseID != nil { rules.append("ID-3") }
        if presentation.placement.replacedID(in: context.app) != nil { rules.append("ID-2") }
        return rules
    }

    /// Informs an open content extension of a later notification of its thread (`NCE-4`).
    private func updateContentExtension(
        _ presentation: Presentation, _ decision: inout ArrivalDecision
    ) {
        let placement = presentation.placement
        guard placement.place != .none || placement.isKept,
            let update = context.device.contentExtensionUpdate(
                for: placement.notification, of: context.app.bundleID)
        else { return }
        decision.cite("NCE-4")
        decision.callbacks.append(update)
    }
}
