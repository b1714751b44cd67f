// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// What a notification says: texts, identity and the values that the phone shows.
extension ArrivalPipeline {
    /// The content, with texts resolved.
    func makeContent(_ loudness: Loudness) -> DeliveredNotification {
        let fields = aps.alert?.asFields ?? AlertFields()
        var texts = LocalizedText(strings: app.bundle.strings["en"] ?? [:])
        var content = DeliveredNotification(
            id: push.requestIdentifier, apnsID: push.id, deliveredAt: now,
            userInfo: String(decoding: payload.encoded, as: UTF8.self))
        content.title = texts.resolve(
            fields.title, key: fields.titleKey, arguments: fields.titleArguments)
        content.subtitle = texts.resolve(
            fields.subtitle, key: fields.subtitleKey, arguments: fields.subtitleArguments)
        content.body = texts.resolve(
            fields.body, key: fields.bodyKey, arguments: fields.bodyArguments)
        content.threadID = aps.threadID
        content.category = aps.category
        content.level = loudness.level
        content.sound = loudness.sound
        content.soundVolume = loudness.volume
        content.badge = aps.badge
        content.relevanceScore = aps.relevanceScore.map { min(1, max(0, $0)) }
        content.targetContentID = aps.targetContentID
        return content
    }

    /// The rules that finding the texts followed.
    var contentRules: [RuleID] {
        guard let fields = aps.alert?.asFields else { return [] }
        var texts = LocalizedText(strings: app.bundle.strings["en"] ?? [:])
        _ = texts.resolve(fields.title, key: fields.titleKey, arguments: nil)
        _ = texts.resolve(fields.subtitle, key: fields.subtitleKey, arguments: nil)
        _ = texts.resolve(fields.body, key: fields.bodyKey, arguments: nil)
        let score = aps.relevanceScore ?? 0
        return texts.rules + ((0...1).contains(score) ? [] : ["INT-10"])
    }
}

extension DeliveredNotification {
    /// Title, subtitle and body in one line.
    public var oneLine: String {
        [title, subtitle, body].compactMap { $0 }.map { OneLine.text($0) }.filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}
