// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The types of a request, from Google's reference
// (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages) and from the API
// description `fcm:v1` that Google publishes for generated clients
// (https://fcm.googleapis.com/$discovery/rest?version=v1). The description also contains
// `android_v2`, `bypass_proxy_notification` and `proxy`, which the reference does not explain.
extension FCMObjectType {
    /// The body of a request.
    static let request = FCMObjectType(
        "SendMessageRequest",
        [FCMField("message", .object(message)), FCMField("validate_only", .bool)])

    static let message = FCMObjectType(
        "Message",
        [
            FCMField("name", .string), FCMField("data", .strings),
            FCMField("notification", .object(notification)),
            FCMField("android", .object(android)), FCMField("android_v2", .anyObject),
            FCMField("webpush", .object(webPush)), FCMField("apns", .object(apns)),
            FCMField("fcm_options", .object(options("FcmOptions"))),
            FCMField("token", .string), FCMField("fid", .string), FCMField("topic", .string),
            FCMField("condition", .string),
        ])

    static let notification = FCMObjectType(
        "Notification",
        [FCMField("title", .string), FCMField("body", .string), FCMField("image", .string)])

    static let android = FCMObjectType(
        "AndroidConfig",
        [
            FCMField("collapse_key", .string),
            FCMField(
                "priority", .word(type: "AndroidMessagePriority", ["NORMAL", "HIGH"])),
            FCMField("ttl", .duration), FCMField("restricted_package_name", .string),
            FCMField("data", .strings), FCMField("notification", .object(androidNotification)),
            FCMField("fcm_options", .object(options("AndroidFcmOptions"))),
            FCMField("direct_boot_ok", .bool), FCMField("bandwidth_constrained_ok", .bool),
            FCMField("restricted_satellite_ok", .bool),
        ])

    static let androidNotification = FCMObjectType(
        "AndroidNotification",
        [
            FCMField("title", .string), FCMField("body", .string), FCMField("icon", .string),
            FCMField("color", .string), FCMField("sound", .string), FCMField("tag", .string),
            FCMField("click_action", .string), FCMField("body_loc_key", .string),
            FCMField("body_loc_args", .list(.string)), FCMField("title_loc_key", .string),
            FCMField("title_loc_args", .list(.string)), FCMField("channel_id", .string),
            FCMField("ticker", .string), FCMField("sticky", .bool),
            FCMField("event_time", .timestamp), FCMField("local_only", .bool),
            FCMField(
                "notification_priority",
                .word(
                    type: "AndroidNotification.NotificationPriority",
                    [
                        "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW",
                        "PRIORITY_DEFAULT", "PRIORITY_HIGH", "PRIORITY_MAX",
                    ])),
            FCMField("default_sound", .bool), FCMField("default_vibrate_timings", .bool),
            FCMField("default_light_settings", .bool),
            FCMField("vibrate_timings", .list(.duration)),
            FCMField(
                "visibility",
                .word(
                    type: "AndroidNotification.Visibility",
                    ["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"])),
            FCMField("notification_count", .int32),
            FCMField("light_settings", .object(lightSettings)), FCMField("image", .string),
            FCMField("bypass_proxy_notification", .bool),
            FCMField(
                "proxy",
                .word(
                    type: "AndroidNotification.Proxy",
                    ["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"])),
        ])

    static let lightSettings = FCMObjectType(
        "LightSettings",
        [
            FCMField("color", .object(color)), FCMField("light_on_duration", .duration),
            FCMField("light_off_duration", .duration),
        ])

    static let color = FCMObjectType(
        "Color",
        ["red", "green", "blue", "alpha"].map { FCMField($0, .float) })

    static let webPush = FCMObjectType(
        "WebpushConfig",
        [
            FCMField("headers", .strings), FCMField("data", .strings),
            FCMField("notification", .anyObject),
            FCMField(
                "fcm_options",
                .object(options("WebpushFcmOptions", FCMField("link", .string)))),
        ])

    static let apns = FCMObjectType(
        "ApnsConfig",
        [
            FCMField("headers", .strings), FCMField("payload", .anyObject),
            FCMField(
                "fcm_options", .object(options("ApnsFcmOptions", FCMField("image", .string)))),
            FCMField("live_activity_token", .string),
        ])

    private static func options(_ name: String, _ more: FCMField...) -> FCMObjectType {
        FCMObjectType(name, [FCMField("analytics_label", .string)] + more)
    }

    /// The objects of a message to which a misplaced field may belong, with their paths.
    static let places: [(path: String, type: FCMObjectType)] = [
        ("message", message), ("message.notification", notification),
        ("message.android", android), ("message.android.notification", androidNotification),
        ("message.android.notification.light_settings", lightSettings),
        ("message.apns", apns), ("message.webpush", webPush),
        (
            "message.webpush.fcm_options",
            options("WebpushFcmOptions", FCMField("link", .string))
        ),
        ("message.fcm_options", options("FcmOptions")),
    ]
}
