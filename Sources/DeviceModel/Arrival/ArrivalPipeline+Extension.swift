// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The fourth step: the service extension may change the content.
extension ArrivalPipeline {
    enum ExtensionStep {
        case goOn
        /// The extension must be called; see the decision's question.
        case asks
        /// The extension removed the notification (`NSE-11`).
        case isDropped
    }

    /// Whether the service extension runs. Source: "Modifying content in newly delivered
    /// notifications".
    var runsExtension: Bool {
        guard origin.isMutable, hasText, app.capabilities.serviceExtension else { return false }
        if origin.isInjected, device.kind != .phone { return false }
        return settings.alert || settings.lockScreen || settings.notificationCenter
    }

    mutating func runExtension() -> ExtensionStep {
        guard runsExtension else { return .goOn }
        resolveTexts()
        decision.requestID = origin.id
        decision.callbacks.append(
            Callback(
                .serviceExtension, bundleID: app.bundleID, rule: "NSE-1", detail: content.oneLine))
        // Set before the call: its result counts even if the switches change meanwhile.
        guard let result = extensionResult() else {
            decision.question = .serviceExtension(content)
            extensionRan = true
            return .asks
        }
        extensionRan = true
        return take(result)
    }

    private func extensionResult() -> ServiceExtensionResult? {
        guard let answers else { return app.behaviour.serviceExtensionResult(for: content) }
        return answers.serviceExtension
    }

    private mutating func take(_ result: ServiceExtensionResult) -> ExtensionStep {
        switch result {
        case .delivered(let changed): return take(changed)
        case .deliveredLate(let changed):
            addExpiry()
            return take(changed)
        case .timedOut:
            addExpiry()
            extensionRules = ["NSE-6", "NSE-5"]
        case .crashed: extensionRules = ["NSE-6"]
        case .killedForMemory: extensionRules = ["NSE-7", "NSE-6"]
        case .startedTooSlowly: extensionRules = ["NSE-8", "NSE-6"]
        }
        return .goOn
    }

    private mutating func addExpiry() {
        decision.callbacks.append(
            Callback(.serviceExtensionWillExpire, bundleID: app.bundleID, rule: "NSE-5"))
        extensionRules = ["NSE-5"]
    }

    private mutating func take(_ changed: NotificationContent) -> ExtensionStep {
        guard changed.hasText else {
            // NSE-11: empty content and the entitlement; a sound or an attachment is content.
            let isEmpty = changed.attachments.isEmpty && changed.sound == nil
            guard isEmpty, app.capabilities.filtering else {
                extensionRules.append("NSE-10")
                return .goOn
            }
            extensionRules.append("NSE-11")
            return origin.push?.pushType == .alert ? .isDropped : .goOn
        }
        var changed = changed
        guard checkAttachments(of: &changed) else {
            extensionRules.append("ATT-4")
            return .goOn
        }
        if changed != content { extensionRules.append("NSE-12") }
        content = changed
        return .goOn
    }

    /// Removes attachments that are not allowed; returns `false` when that drops all changes
    /// (`ATT-4`).
    private mutating func checkAttachments(of changed: inout NotificationContent) -> Bool {
        guard !changed.attachments.isEmpty else { return true }
        var room = app.attachmentRoom(choices)
        let count = changed.attachments.count
        changed.attachments.removeAll { attachment in
            if AttachmentType.failure(of: attachment) != nil { return true }
            if attachment.byteCount > room {
                extensionRules.append("ATT-7")
                return true
            }
            room -= attachment.byteCount
            return false
        }
        guard changed.attachments.count < count else { return true }
        if choices.invalidAttachmentDropsChanges { return false }
        extensionRules.append("ATT-4")
        return true
    }

    /// Returns the decision after the extension removed the notification.
    mutating func filtered() -> ArrivalDecision {
        for rule in ["NSE-11", row] as [RuleID] { decision.cite(rule) }
        decision.summary = "not shown: the service extension dropped it (NSE-11)"
        orderCallbacks()
        return decision
    }

    /// Cites why the service extension did not run although the payload requests it.
    mutating func citeMutableContent() {
        if !hasText {
            decision.cite("LC-8", "NSE-3")
        } else if origin.isInjected, device.kind != .phone {
            decision.cite("REG-15")
        } else {
            decision.cite("NSE-1")
        }
    }
}
