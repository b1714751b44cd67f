// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityKeysElsewhere = LintRule(
        "activity-keys-elsewhere", .error, "keys of Live Activities in a push of another type",
        why: "The push type must match the payload; otherwise APNs may reject the notification, "
            + "delay it or drop it. No Live Activity is changed.",
        remedy: "send it with apns-push-type liveactivity to the Live Activity's token, or remove "
            + "the keys",
        wrong: """
            ---
            apns-push-type: alert
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            ---
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let type = push.certainType, type != .liveactivity else { return }
        let keys = Set(LintSubject.activityKeys.map(\.rawValue))
        let found = push.apsMembers.filter { keys.contains($0.key) && $0.value.content != .null }
        guard let first = found.first else { return }
        report.add(
            "\(Shown.list(found.map(\.key))) in \(type.article) \(type.rawValue) push", at: first)
    }
}

extension PushType {
    /// The indefinite article that precedes the push type's name.
    var article: String { self == .alert ? "an" : "a" }
}
