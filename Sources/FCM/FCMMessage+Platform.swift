// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import MessageForms

/// A message for another platform, and the keys of the payload that have no equivalent there.
package struct FCMConversion: Hashable, Sendable {
    package let message: FCMMessage
    /// The key paths below `aps` that have no equivalent, sorted.
    package let lost: [String]
}

extension FCMMessage {
    /// The keys of `aps` that are not reported as lost: they have an equivalent on Android, or have
    /// no meaning there.
    private static let known: Set<String> = [
        "alert.title", "alert.body", "alert.title-loc-key", "alert.title-loc-args",
        "alert.loc-key", "alert.loc-args", "badge", "sound", "category", "content-available",
        "mutable-content", "interruption-level", "thread-id",
    ]

    /// Makes the message for Android devices that corresponds to a notification for APNs. It has no
    /// recipient yet.
    ///
    /// - A notification that shows nothing becomes a message with `data` only.
    /// - The app's own keys become `data`. FCM permits only strings there, so other values are
    ///   written as JSON.
    /// - The collapse identifier, or else the thread, becomes the tag: a newer notification with
    ///   the same tag replaces an older one.
    ///
    /// - Parameter now: the time in seconds since 1970, from which `ttl` is computed.
    package static func android(from content: PlatformContent, now: Int) -> FCMConversion {
        var json: JSONObject = [:]
        let alert = content.alert ?? [:]
        var notification: JSONObject = [:]
        for key in ["title", "body"] { notification[key] = alert[key] }
        if !notification.isEmpty { json["notification"] = .object(notification) }
        var data: JSONObject = [:]
        for member in content.custom.members {
            data[member.key] =
                member.value.stringValue.map { .string($0) }
                ?? .string(JSONWriter.text(member.value))
        }
        if !data.isEmpty { json["data"] = .object(data) }
        json["android"] = .object(android(content, alert, now: now))
        return FCMConversion(
            message: FCMMessage(json), lost: content.keys(without: known))
    }

    private static func android(
        _ content: PlatformContent, _ alert: JSONObject, now: Int
    ) -> JSONObject {
        let isUrgent =
            content.interruptionLevel == .timeSensitive || content.interruptionLevel == .critical
        let isQuiet =
            content.interruptionLevel == .passive
            || content.priority.map { $0 != .immediate } ?? false
        var android: JSONObject = ["priority": .string(isQuiet && !isUrgent ? "NORMAL" : "HIGH")]
        android["collapse_key"] = content.collapseID.map { .string($0) }
        let secondsMax = Int(saturating: timeToLiveSecondsMax)
        android["ttl"] = content.timeToLive(at: now, max: secondsMax).map { .string("\($0)s") }
        var notification: JSONObject = [:]
        for (key, name) in [
            ("title-loc-key", "title_loc_key"), ("title-loc-args", "title_loc_args"),
            ("loc-key", "body_loc_key"), ("loc-args", "body_loc_args"),
        ] {
            notification[name] = alert[key]
        }
        let tag = content.collapseID.map { JSONValue.string($0) } ?? content.aps["thread-id"]
        if content.alert != nil {
            notification["tag"] = tag
            notification["notification_count"] = content.aps["badge"]
            notification["click_action"] = content.aps["category"]
            switch content.aps["sound"]?.stringValue {
            case "default"?: notification["default_sound"] = true
            case let name?:
                notification["sound"] = .string(String(name.prefix { $0 != "." }))
            case nil: break
            }
            notification["notification_priority"] =
                content.interruptionLevel.map { level in
                    switch level {
                    case .passive: "PRIORITY_LOW"
                    case .active: "PRIORITY_DEFAULT"
                    case .timeSensitive: "PRIORITY_HIGH"
                    case .critical: "PRIORITY_MAX"
                    }
                }
        }
        if !notification.isEmpty { android["notification"] = .object(notification) }
        return android
    }
}
