// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A notification made from its content, before the phone decides where to show it.
struct ComposedNotification {
    let notification: DeliveredNotification
    /// The rules about fields that were changed, added or left out.
    let rules: [RuleID]

    init(
        _ context: ArrivalContext, _ content: NotificationContent,
        _ loudness: EffectiveInterruption
    ) {
        let origin = context.origin
        var made = DeliveredNotification(
            id: origin.id, apnsID: origin.push?.id, deliveredAt: context.now,
            userInfo: content.userInfo)
        made.title = content.title.plain.nonEmpty
        made.subtitle = content.subtitle.plain.nonEmpty
        made.body = content.body.plain.nonEmpty
        made.threadID = content.threadID.nonEmpty
        made.category = content.category.nonEmpty
        made.level = loudness.level
        made.sound = loudness.sound
        made.soundVolume = loudness.volume
        made.badge = content.badge
        made.targetContentID = content.targetContentID
        made.filterCriteria = content.filterCriteria
        made.launchImage = content.launchImage.nonEmpty
        made.attachments = content.attachments
        made.trigger = origin.trigger
        var rules: [RuleID] = []
        if content.relevanceScore != 0 {
            made.relevanceScore = min(1, max(0, content.relevanceScore))
            if made.relevanceScore != content.relevanceScore { rules.append("INT-10") }
        }
        if let communication = content.communication {
            let isAllowed = context.app.capabilities.communication
            if isAllowed { made.communication = communication }
            rules.append(isAllowed ? "NSE-15" : "INT-7")
        }
        notification = made
        self.rules = rules
    }
}

extension String {
    /// This string; `nil` if it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension DeliveredNotification {
    /// Title, subtitle and body in one line.
    public var oneLine: String {
        OneLine.text(of: [title, subtitle, body].compactMap { $0 })
    }
}
