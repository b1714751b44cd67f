// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The content of a notification after its service extension, if the extension runs.
///
/// Source: "Modifying content in newly delivered notifications".
struct ExtensionResult {
    /// How the step ended.
    enum Ending: Hashable {
        case proceeds
        /// The extension must be called with the content first.
        case isAsked
        /// The extension removed the notification (`NSE-11`).
        case removesNotification
    }

    /// The content to show, with the extension's changes unless the system drops them. Its texts
    /// are resolved if the extension ran or must run.
    private(set) var content: NotificationContent
    private(set) var ending = Ending.proceeds
    /// Whether the extension ran, or must run.
    let runs: Bool
    private(set) var callbacks: [Callback] = []
    /// The rules about the result.
    private(set) var rules: [RuleID] = []
    /// The rules about the texts that the extension got.
    private(set) var textRules: [RuleID] = []

    init(_ context: ArrivalContext, _ content: NotificationContent) {
        self.content = content
        runs = Self.runs(context, content)
        guard runs else { return }
        let texts = ResolvedTexts(context, content)
        self.content = texts.content
        textRules = texts.rules
        callbacks = [
            Callback(
                .serviceExtension, bundleID: context.app.bundleID, rule: "NSE-1",
                detail: texts.content.oneLine)
        ]
        // The extension's result is used even if the switches in Settings have changed since the
        // call.
        guard let result = Self.result(context, texts.content) else {
            ending = .isAsked
            return
        }
        take(result, context)
    }

    private static func runs(_ context: ArrivalContext, _ content: NotificationContent) -> Bool {
        guard context.origin.isMutable, content.hasText,
            context.app.capabilities.serviceExtension, !context.isInjectedIntoSimulator
        else { return false }
        let settings = context.settings
        return settings.alert || settings.lockScreen || settings.notificationCenter
    }

    /// Returns how the extension ended; `nil` if the extension has not been called yet.
    private static func result(
        _ context: ArrivalContext, _ content: NotificationContent
    ) -> ServiceExtensionResult? {
        guard let answers = context.answers else {
            return context.app.behaviour.serviceExtensionResult(for: content)
        }
        return answers.serviceExtension
    }

    private mutating func take(_ result: ServiceExtensionResult, _ context: ArrivalContext) {
        switch result {
        case .delivered(let changed): take(changed, context)
        case .deliveredLate(let changed):
            expire(context)
            take(changed, context)
        case .timedOut:
            expire(context)
            rules = ["NSE-6", "NSE-5"]
        case .crashed: rules = ["NSE-6"]
        case .killedForMemory: rules = ["NSE-7", "NSE-6"]
        case .startedTooSlowly: rules = ["NSE-8", "NSE-6"]
        }
    }

    private mutating func expire(_ context: ArrivalContext) {
        callbacks.append(
            Callback(
                .serviceExtensionWillExpire, bundleID: context.app.bundleID, rule: "NSE-5"))
        rules = ["NSE-5"]
    }

    private mutating func take(_ changed: NotificationContent, _ context: ArrivalContext) {
        guard changed.hasText else {
            // NSE-11: the content is empty and the app has the filtering entitlement; content that
            // has only a sound or an attachment is not empty.
            let isEmpty = changed.attachments.isEmpty && changed.sound == nil
            guard isEmpty, context.app.capabilities.filtering else {
                rules.append("NSE-10")
                return
            }
            rules.append("NSE-11")
            if context.origin.push?.pushType == .alert { ending = .removesNotification }
            return
        }
        guard let checked = checkAttachments(of: changed, context) else {
            rules.append("ATT-4")
            return
        }
        if checked != content { rules.append("NSE-12") }
        content = checked
    }

    /// Removes attachments that are not allowed; returns `nil` when an invalid attachment drops all
    /// changes of the extension (`ATT-4`).
    private mutating func checkAttachments(
        of changed: NotificationContent, _ context: ArrivalContext
    ) -> NotificationContent? {
        guard !changed.attachments.isEmpty else { return changed }
        var checked = changed
        var room = context.app.attachmentRoom(context.choices)
        checked.attachments.removeAll { attachment in
            if AttachmentType.failure(of: attachment) != nil { return true }
            if attachment.byteCount > room {
                rules.append("ATT-7")
                return true
            }
            room -= attachment.byteCount
            return false
        }
        guard checked.attachments.count < changed.attachments.count else { return checked }
        if context.choices.invalidAttachmentDropsChanges { return nil }
        rules.append("ATT-4")
        return checked
    }
}
