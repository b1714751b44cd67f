// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Content whose texts are resolved with the app's strings in the phone's language.
struct ResolvedTexts {
    let content: NotificationContent
    /// The rules that applied, each once.
    let rules: [RuleID]

    init(_ context: ArrivalContext, _ content: NotificationContent) {
        guard content.title.key != nil || content.subtitle.key != nil || content.body.key != nil
        else {
            self.content = content
            rules = []
            return
        }
        var texts = LocalizedText(
            strings: context.app.bundle.strings(for: context.device.language),
            plainWins: context.choices.plainTextWinsOverKey)
        var resolved = content
        resolved.title = texts.resolve(content.title)
        resolved.subtitle = texts.resolve(content.subtitle)
        resolved.body = texts.resolve(content.body)
        self.content = resolved
        rules = texts.rules + (context.origin.push == nil ? ["LOC-6"] : [])
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
