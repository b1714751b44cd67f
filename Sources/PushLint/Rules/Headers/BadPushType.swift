// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badPushType = LintRule(
        "bad-push-type", .error, "there is no such push type",
        why: "APNs rejects the request with 400 InvalidPushType. Push types are in lower case, "
            + "without hyphens.",
        remedy: "write one of " + PushType.allCases.map(\.rawValue).joined(separator: ", "),
        wrong: """
            ---
            apns-push-type: Alert
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let value = push.value(of: APNSHeader.pushType), push.statedType == nil else {
            return
        }
        let types = PushType.allCases.map(\.rawValue)
        let plain = KeySpelling.plain(value)
        let same = types.first { KeySpelling.plain($0) == plain }
        let meant =
            same ?? otherNames[value.lowercased()] ?? KeySpelling.nearest(to: value, among: types)
        report.add(
            "there is no push type \(Shown.quoted(value))", header: APNSHeader.pushType,
            remedy: meant.map { "did you mean \($0)?" },
            fix: same.flatMap { push.fix(APNSHeader.pushType, to: $0) })
    }

    /// Other common names of the push types.
    private static let otherNames = [
        "silent": "background", "content-available": "background", "data": "background",
        "notification": "alert", "ptt": "pushtotalk", "voip-ptt": "pushtotalk", "call": "voip",
        "location-query": "location", "activity": "liveactivity", "widget": "widgets",
    ]
}
