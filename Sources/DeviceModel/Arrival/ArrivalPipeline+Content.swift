// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The fifth step: the content of a notification.
extension ArrivalPipeline {
    /// Resolves the texts with the app's strings in the phone's language.
    mutating func resolveTexts() {
        if content.title.key == nil, content.subtitle.key == nil, content.body.key == nil { return }
        var texts = LocalizedText(
            strings: app.bundle.strings(for: device.language),
            plainWins: choices.plainTextWinsOverKey)
        content.title = texts.resolve(content.title)
        content.subtitle = texts.resolve(content.subtitle)
        content.body = texts.resolve(content.body)
        for rule in texts.rules where !contentRules.contains(rule) { contentRules.append(rule) }
        if origin.push == nil { contentRules.append("LOC-6") }
    }

    /// Returns the notification as it would be shown.
    mutating func makeNotification(_ loudness: EffectiveInterruption) -> DeliveredNotification {
        var made = DeliveredNotification(
            id: origin.id, apnsID: origin.push?.id, deliveredAt: now, userInfo: content.userInfo)
        made.title = content.title.plain.isEmpty ? nil : content.title.plain
        made.subtitle = content.subtitle.plain.isEmpty ? nil : content.subtitle.plain
        made.body = content.body.plain.isEmpty ? nil : content.body.plain
        made.threadID = content.threadID.isEmpty ? nil : content.threadID
        made.category = content.category.isEmpty ? nil : content.category
        made.level = loudness.level
        made.sound = loudness.sound
        made.soundVolume = loudness.volume
        made.badge = content.badge
        if content.relevanceScore != 0 {
            made.relevanceScore = min(1, max(0, content.relevanceScore))
            if made.relevanceScore != content.relevanceScore { contentRules.append("INT-10") }
        }
        made.targetContentID = content.targetContentID
        made.filterCriteria = content.filterCriteria
        made.launchImage = content.launchImage.isEmpty ? nil : content.launchImage
        made.attachments = content.attachments
        if let communication = content.communication {
            if app.capabilities.communication {
                made.communication = communication
                contentRules.append("NSE-15")
            } else {
                contentRules.append("INT-7")
            }
        }
        made.trigger = origin.trigger
        decision.requestID = origin.id
        return made
    }
}

extension NotificationContent {
    /// Reads the content of a payload. Source: "Generating a remote notification".
    init(_ aps: APS, userInfo: String) {
        self.init(userInfo: userInfo)
        if let fields = aps.alert?.asFields {
            title = NotificationText(
                fields.title, key: fields.titleKey, arguments: fields.titleArguments)
            subtitle = NotificationText(
                fields.subtitle, key: fields.subtitleKey, arguments: fields.subtitleArguments)
            body = NotificationText(
                fields.body, key: fields.bodyKey, arguments: fields.bodyArguments)
            launchImage = fields.launchImage ?? ""
        }
        sound = aps.sound.map(NotificationSound.init)
        badge = aps.badge
        threadID = aps.threadID ?? ""
        category = aps.category ?? ""
        level = aps.interruptionLevel ?? .active
        relevanceScore = aps.relevanceScore ?? 0
        targetContentID = aps.targetContentID
        filterCriteria = aps.filterCriteria
    }

    /// Title, subtitle and body in one line.
    var oneLine: String { OneLine.text(of: [title.plain, subtitle.plain, body.plain]) }
}

extension DeliveredNotification {
    /// Title, subtitle and body in one line.
    public var oneLine: String {
        OneLine.text(of: [title, subtitle, body].compactMap { $0 })
    }
}
