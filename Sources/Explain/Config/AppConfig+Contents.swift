// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Yams

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
    ) throws(AppConfigError) -> NotificationSettings {
        var settings = NotificationSettings.defaults(for: permission)
        guard let node = file.node("settings") else { return settings }
        let group = try YAMLMapping(
            node, path: "settings", keys: switches.map(\.name) + ["previews", "grouping"])
        for (name, path) in switches {
            if let isOn = try group.bool(name) { settings[keyPath: path] = isOn }
        }
        settings.previews = try group.value("previews")
        settings.grouping = try group.value("grouping") ?? .automatic
        return settings
    }
}

// The app's contents.
extension AppConfig {
    static func bundle(_ file: YAMLMapping) throws(AppConfigError) -> AppBundle {
        var bundle = AppBundle()
        if let language = try file.text("development_language") {
            bundle.developmentLanguage = language
        }
        if let node = file.node("strings") {
            for (language, node) in try YAMLMapping.entries(node, path: "strings") {
                let path = YAMLMapping.join("strings", language)
                var table: [String: String] = [:]
                for (key, node) in try YAMLMapping.entries(node, path: path) {
                    table[key] = try YAMLMapping.text(node, path: YAMLMapping.join(path, key))
                }
                bundle.strings[language] = table
            }
        }
        for (node, path) in try file.list("sounds") ?? [] {
            bundle.sounds.append(try sound(node, path: path))
        }
        for (node, path) in try file.list("content_extensions") ?? [] {
            let group = try YAMLMapping(node, path: path, keys: ["categories"])
            bundle.contentExtensions.append(
                AppBundle.ContentExtension(categories: try group.texts("categories") ?? []))
        }
        bundle.activityTypes = try file.texts("activity_types") ?? []
        return bundle
    }

    /// Reads a file name, or a mapping with more properties of the sound.
    private static func sound(_ node: Node, path: String) throws(AppConfigError) -> AppBundle.Sound
    {
        if let name = node.scalar?.string { return AppBundle.Sound(name: name) }
        let group = try YAMLMapping(
            node, path: path, keys: ["name", "place", "seconds", "playable"])
        guard let name = try group.text("name") else {
            throw YAMLMapping.error(
                node, group.path(of: "name"), "this key is missing; add it with the file name")
        }
        return AppBundle.Sound(
            name: name, place: try group.value("place") ?? .bundle,
            seconds: try group.number("seconds", in: 0...3600) ?? 1,
            isPlayable: try group.bool("playable") ?? true)
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

    static func categories(_ file: YAMLMapping) throws(AppConfigError) -> [NotificationCategory] {
        var categories: [NotificationCategory] = []
        for (node, path) in try file.list("categories") ?? [] {
            if let id = node.scalar?.string {
                categories.append(NotificationCategory(id: id))
                continue
            }
            let group = try YAMLMapping(
                node, path: path,
                keys: ["id", "actions", "hidden_previews_placeholder", "options"])
            guard let id = try group.text("id") else {
                throw YAMLMapping.error(node, group.path(of: "id"), "this key is missing; add it")
            }
            var actions: [NotificationAction] = []
            for (node, path) in try group.list("actions") ?? [] {
                actions.append(try action(node, path: path))
            }
            categories.append(
                NotificationCategory(
                    id: id, actions: actions,
                    hiddenPreviewsBodyPlaceholder: try group.text("hidden_previews_placeholder")
                        ?? "",
                    options: NotificationCategory.Options(
                        try group.values("options", of: categoryOptions) ?? [])))
        }
        return categories
    }

    private static func action(
        _ node: Node, path: String
    ) throws(AppConfigError) -> NotificationAction {
        let group = try YAMLMapping(
            node, path: path, keys: ["id", "title", "options", "text_input"])
        guard let id = try group.text("id") else {
            throw YAMLMapping.error(node, group.path(of: "id"), "this key is missing; add it")
        }
        let takesText = try group.bool("text_input") ?? false
        return NotificationAction(
            id: id, title: try group.text("title") ?? id,
            options: NotificationAction.Options(
                try group.values("options", of: actionOptions) ?? []),
            textInput: takesText ? .init(buttonTitle: "Send", placeholder: "") : nil)
    }
}
