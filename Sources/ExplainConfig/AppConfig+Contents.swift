// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Explain
import YAMLReading

// The person's choices.
extension AppConfig {
    private static let switches:
        [(name: String, path: any WritableKeyPath<NotificationSettings, Bool> & Sendable)] = [
            ("alert", \.alert), ("sound", \.sound), ("badge", \.badge),
            ("lock_screen", \.lockScreen), ("notification_center", \.notificationCenter),
            ("time_sensitive", \.timeSensitive), ("critical_alert", \.criticalAlert),
            ("direct_messages", \.directMessages), ("scheduled_delivery", \.scheduledDelivery),
            ("live_activities", \.liveActivities), ("frequent_updates", \.frequentUpdates),
        ]

    static func settings(
        _ file: YAMLMapping, _ permission: Authorization
    ) throws(YAMLError) -> NotificationSettings {
        var settings = NotificationSettings.defaults(for: permission)
        guard let place = file["settings"] else { return settings }
        let group = try place.mapping(switches.map(\.name) + ["previews", "grouping"])
        for (name, path) in switches {
            if let isOn = try group[name]?.bool() { settings[keyPath: path] = isOn }
        }
        settings.previews = try group["previews"]?.value()
        settings.grouping = try group["grouping"]?.value() ?? .automatic
        return settings
    }
}

// The app's contents.
extension AppConfig {
    static func bundle(_ file: YAMLMapping) throws(YAMLError) -> AppBundle {
        var bundle = AppBundle()
        if let language = try file["development_language"]?.anyText() {
            bundle.developmentLanguage = language
        }
        for (language, strings) in try file["strings"]?.entries() ?? [] {
            var table: [String: String] = [:]
            for (key, value) in try strings.entries() { table[key] = try value.anyText() }
            bundle.strings[language] = table
        }
        for place in try file["sounds"]?.list() ?? [] { bundle.sounds.append(try sound(place)) }
        for place in try file["content_extensions"]?.list() ?? [] {
            let group = try place.mapping(["categories"])
            bundle.contentExtensions.append(
                AppBundle.ContentExtension(categories: try group["categories"]?.texts() ?? []))
        }
        bundle.activityTypes = try file["activity_types"]?.texts() ?? []
        return bundle
    }

    /// Reads a sound, which is either a file name or a mapping with more properties.
    private static func sound(_ place: YAMLPlace) throws(YAMLError) -> AppBundle.Sound {
        if let name = place.scalar { return AppBundle.Sound(name: name) }
        let group = try place.mapping(["name", "place", "seconds", "playable"])
        return AppBundle.Sound(
            name: try group.required("name").anyText(),
            place: try group["place"]?.value() ?? .bundle,
            seconds: try group["seconds"]?.number(in: 0...3600) ?? 1,
            isPlayable: try group["playable"]?.bool() ?? true)
    }
}

// Categories and their buttons.
extension AppConfig {
    private static let categoryOptions: [(name: String, value: NotificationCategory.Options)] = [
        ("custom-dismiss-action", .customDismissAction), ("allow-in-car-play", .allowInCarPlay),
        ("hidden-previews-show-title", .hiddenPreviewsShowTitle),
        ("hidden-previews-show-subtitle", .hiddenPreviewsShowSubtitle),
    ]
    private static let actionOptions: [(name: String, value: NotificationAction.Options)] = [
        ("authentication-required", .authenticationRequired), ("destructive", .destructive),
        ("foreground", .foreground),
    ]

    static func categories(_ file: YAMLMapping) throws(YAMLError) -> [NotificationCategory] {
        var categories: [NotificationCategory] = []
        for place in try file["categories"]?.list() ?? [] {
            if let id = place.scalar {
                categories.append(NotificationCategory(id: id))
                continue
            }
            let group = try place.mapping([
                "id", "actions", "hidden_previews_placeholder", "options",
            ])
            let id = try group.required("id").anyText()
            var actions: [NotificationAction] = []
            for place in try group["actions"]?.list() ?? [] { actions.append(try action(place)) }
            categories.append(
                NotificationCategory(
                    id: id, actions: actions,
                    hiddenPreviewsBodyPlaceholder:
                        try group["hidden_previews_placeholder"]?.anyText() ?? "",
                    options: NotificationCategory.Options(
                        try group["options"]?.words(among: categoryOptions) ?? [])))
        }
        return categories
    }

    private static func action(_ place: YAMLPlace) throws(YAMLError) -> NotificationAction {
        let group = try place.mapping(["id", "title", "options", "text_input"])
        let id = try group.required("id").anyText()
        let takesText = try group["text_input"]?.bool() ?? false
        return NotificationAction(
            id: id, title: try group["title"]?.anyText() ?? id,
            options: NotificationAction.Options(
                try group["options"]?.words(among: actionOptions) ?? []),
            textInput: takesText ? .init(buttonTitle: "Send", placeholder: "") : nil)
    }
}
