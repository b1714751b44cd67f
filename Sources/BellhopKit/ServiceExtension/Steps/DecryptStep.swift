// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import UserNotificationsShim

/// Puts what a sealed message says in the place of the neutral text that it came with.
///
/// When it cannot be opened, the neutral text stays: the payload's own, or the app's ``fallback``.
public struct DecryptStep: ServiceStep {
    public let name = ServiceStepName.decrypt
    public var timeLimit = ServiceTime.decrypt
    /// The texts of a message that could not be opened, or not in time; `nil` for those of the
    /// payload.
    public var fallback: LocalizedTexts?
    private let opener: @Sendable (NotificationDraft) -> any MessageOpening

    /// Opens with the keys of this installation.
    ///
    /// - Parameters:
    ///   - plan: the same one as the app's ``PushConfiguration/encryption``.
    ///   - fallback: see ``fallback``.
    public init(_ plan: EncryptionPlan, fallback: LocalizedTexts? = nil) {
        self.fallback = fallback
        opener = { draft in plan.opener(in: draft.context, keys: draft.keys) }
    }

    /// Opens with something else.
    public init(opener: any MessageOpening, fallback: LocalizedTexts? = nil) {
        self.fallback = fallback
        self.opener = { _ in opener }
    }

    public func run(on draft: NotificationDraft) async throws {
        let payload = draft.payload
        if let fallback, draft.keys.encrypted.contains(where: { payload[$0] != nil }) {
            draft.change(fallback.write)
            // From here on it is what is shown when the message cannot be opened in time.
            draft.keep()
        }
        guard let opened = try await opener(draft).open(payload) else { return }
        // What later steps and the app read.
        let userInfo = opened.payload(in: payload, keys: draft.keys).userInfo
        draft.change { content in
            Self.write(opened.content, to: content)
            content.userInfo = userInfo
        }
    }

    /// Texts that the sealed message does not have stay as they are.
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
