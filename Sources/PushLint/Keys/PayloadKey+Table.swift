// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension PayloadKey {
    private static let remote = Claim.documented("Generating a remote notification")
    private static let activity = Claim.documented(
        "Starting and updating Live Activities with ActivityKit push notifications")

    private static func aps(
        _ key: APSKey, _ shape: Shape, use: Use = .anyPush, since: OSVersion? = nil,
        claim: Claim = remote
    ) -> PayloadKey {
        PayloadKey(key.rawValue, .aps, shape, use: use, since: since, claim: claim)
    }

    private static func live(
        _ key: APSKey, _ shape: Shape, since: OSVersion = OSVersion(16, 1)
    ) -> PayloadKey {
        aps(key, shape, use: .liveActivity, since: since, claim: activity)
    }

    /// The keys of `aps`.
    static let apsRows: [PayloadKey] = APSKey.allCases.map { key in
        switch key {
        case .alert: aps(key, .textOrObject)
        case .badge: aps(key, .count)
        case .sound: aps(key, .textOrObject)
        case .threadID: aps(key, .text)
        case .category: aps(key, .text)
        case .contentAvailable: aps(key, .flag)
        case .mutableContent: aps(key, .flag)
        case .targetContentID: aps(key, .text)
        case .interruptionLevel:
            aps(key, .word(InterruptionLevel.allCases.map(\.rawValue)), since: OSVersion(15))
        case .relevanceScore: aps(key, .score, since: OSVersion(15))
        case .filterCriteria: aps(key, .text, since: OSVersion(16))
        case .urlArguments:
            aps(
                key, .texts, use: .website,
                claim: .documented("Notification Programming Guide for Websites"))
        case .contentChanged:
            aps(
                key, .truth, use: .widget, since: OSVersion(18),
                claim: .documented("Updating widgets with WidgetKit push notifications"))
        case .timestamp: live(key, .number)
        case .event: live(key, .word(LiveActivityEvent.allCases.map(\.rawValue)))
        case .contentState: live(key, .object)
        case .staleDate: live(key, .number)
        case .dismissalDate: live(key, .number)
        case .attributesType: live(key, .text, since: OSVersion(17, 2))
        case .attributes: live(key, .object, since: OSVersion(17, 2))
        case .inputPushToken: live(key, .flag, since: OSVersion(18))
        case .inputPushChannel: live(key, .text, since: OSVersion(18))
        }
    }

    private static func alert(
        _ name: String, _ shape: Shape, use: Use = .anyPush, successor: String? = nil,
        claim: Claim = remote
    ) -> PayloadKey {
        PayloadKey(name, .alert, shape, use: use, successor: successor, claim: claim)
    }

    /// The keys of an `alert` object.
    static let alertRows: [PayloadKey] = [
        alert("title", .localizableText),
        alert("subtitle", .localizableText),
        alert("body", .localizableText),
        alert("launch-image", .text),
        alert("title-loc-key", .text),
        alert("title-loc-args", .texts),
        alert("subtitle-loc-key", .text),
        alert("subtitle-loc-args", .texts),
        alert("loc-key", .text),
        alert("loc-args", .texts),
        alert("sound", .textOrObject, use: .liveActivity, claim: activity),
        alert(
            "action", .text, use: .website,
            claim: .documented("Notification Programming Guide for Websites")),
        alert(
            "summary-arg", .text,
            successor: "use thread-id to group notifications; the system itself writes the summary "
                + "of a group",
            claim: .documented("UNNotificationContent summaryArgument")),
        alert(
            "summary-arg-count", .number,
            successor: "use thread-id to group notifications; the system itself writes the summary "
                + "of a group",
            claim: .documented("UNNotificationContent summaryArgumentCount")),
        alert(
            "action-loc-key", .text,
            successor: "use category, which selects the actions that the app registered",
            claim: .documented("Local and Remote Notification Programming Guide")),
    ]

    /// The keys of a `sound` object.
    static let soundRows: [PayloadKey] = [
        PayloadKey("critical", .sound, .flag, claim: remote),
        PayloadKey("name", .sound, .text, claim: remote),
        PayloadKey("volume", .sound, .share, claim: remote),
    ]

    /// The keys of a title, subtitle or body that is an object, as in Live Activity alerts.
    static let textRows: [PayloadKey] = [
        PayloadKey("loc-key", .text, .text, use: .liveActivity, claim: activity),
        PayloadKey("loc-args", .text, .texts, use: .liveActivity, claim: activity),
    ]
}
