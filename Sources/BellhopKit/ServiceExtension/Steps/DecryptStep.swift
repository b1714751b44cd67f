// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import UserNotificationsShim

/// Replaces the neutral text of a sealed message with its decrypted content.
///
/// When the message cannot be opened, a neutral text stays: the payload's own, or the app's
/// ``fallback``.
public struct DecryptStep: ServiceStep {
    public let name = ServiceStepName.decrypt
    public var timeLimit = ServiceTime.decrypt
    /// The texts that replace a message that could not be opened in time or at all; `nil` to use
    /// the texts of the payload.
    public var fallback: LocalizedTexts?
    private let opener: @Sendable (NotificationDraft) -> any MessageOpening

    /// Opens messages with the keys of this installation.
    ///
    /// - Parameters:
    ///   - plan: the same plan as the app's ``PushConfiguration/encryption``.
    ///   - fallback: see ``fallback``.
    public init(_ plan: EncryptionPlan, fallback: LocalizedTexts? = nil) {
        self.fallback = fallback
        opener = { draft in plan.opener(in: draft.context, keys: draft.keys) }
    }

    /// Opens messages with the app's own code.
    public init(opener: any MessageOpening, fallback: LocalizedTexts? = nil) {
        self.fallback = fallback
        self.opener = { _ in opener }
    }

    public func run(on draft: NotificationDraft) async throws {
        let payload = draft.payload
        if let fallback, draft.keys.encrypted.contains(where: { payload[$0] != nil }) {
            draft.change(fallback.write)
            // From here on, this text is shown when the message cannot be opened in time.
            draft.keep()
        }
        guard let opened = try await opener(draft).open(payload) else { return }
        // Later steps and the app read this payload.
        let userInfo = opened.payload(in: payload, keys: draft.keys).userInfo
        draft.change { content in
            Self.write(opened.content, to: content)
            content.userInfo = userInfo
        }
    }

    /// Writes the texts of the sealed message; texts that the message does not have stay unchanged.
    private static func write(_ sealed: SealedContent, to content: UNMutableNotificationContent) {
        if let title = sealed.title { content.title = title }
        if let subtitle = sealed.subtitle { content.subtitle = subtitle }
        if let body = sealed.body { content.body = body }
        if let thread = sealed.thread { content.threadIdentifier = thread }
        if let category = sealed.category { content.categoryIdentifier = category }
        if let badge = sealed.badge, badge >= 0 { content.badge = NSNumber(value: badge) }
        if let sound = sealed.sound {
            content.sound =
                sound == "default"
                ? .default : UNNotificationSound(named: UNNotificationSoundName(sound))
        }
    }
}
