// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDataTooLarge = LintRule(
        "activity-data-too-large", .error, "the data of a Live Activity exceeds 4 KB",
        why: "The static and dynamic data of a Live Activity together may have at most 4 KB, "
            + "although the payload of a broadcast may be larger.",
        remedy: "shorten content-state; the app can fetch the remaining data",
        wrong: RuleExample(.init("payload.apns", largeBroadcast(byteCount: 4200))),
        right: RuleExample(.init("payload.apns", largeBroadcast(byteCount: 2000))),
        claim: .documented(ActivityPage.data)
    ) { push, report in
        guard push.isActivity, push.bodyByteCount > activityDataByteCountMax,
            push.bodyByteCount <= push.byteCountMax
        else { return }
        var byteCount = 0
        for key in [APSKey.contentState, .attributes] {
            if let value = push[key]?.value.value { byteCount += JSONWriter.write(value).count }
        }
        guard byteCount > activityDataByteCountMax, let member = push[.contentState] else { return }
        report.add(
            "attributes and content-state have \(Shown.count(byteCount)) bytes, but at most "
                + "\(Shown.count(activityDataByteCountMax)) are allowed", at: member)
    }

    /// The maximum total size of attributes and content state, in bytes.
    private static let activityDataByteCountMax = 4096

    private static func largeBroadcast(byteCount: Int) -> String {
        """
        ---
        apns-channel-id: dHN0LXNyY2gtY2hubA==
        apns-push-type: liveactivity
        apns-priority: 5
        apns-expiration: 0
        ---
        {
          "aps": {
            "timestamp": 1750000000, "event": "update",
            "content-state": {"map": "\(String(repeating: "x", count: byteCount))"}
          }
        }
        """
    }
}
