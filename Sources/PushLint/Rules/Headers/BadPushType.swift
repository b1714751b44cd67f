// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badPushType = LintRule(
        "bad-push-type", .error, "there is no such push type",
        why: "APNs refuses it: 400 InvalidPushType. The words are lower case, without hyphens.",
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
        guard let word = push.value(of: APNSHeader.pushType), push.statedType == nil else { return }
        let types = PushType.allCases.map(\.rawValue)
        let plain = KeySpelling.plain(word)
        let same = types.first { KeySpelling.plain($0) == plain }
        let meant =
            same ?? otherWords[word.lowercased()] ?? KeySpelling.nearest(to: word, among: types)
        report.add(
            "there is no push type \(Shown.quoted(word))", header: APNSHeader.pushType,
            remedy: meant.map { "did you mean \($0)?" },
            fix: same.flatMap { push.fix(APNSHeader.pushType, to: $0) })
    }

    /// Other common names of the types.
    private static let otherWords = [
        "silent": "background", "content-available": "background", "data": "background",
        "notification": "alert", "ptt": "pushtotalk", "voip-ptt": "pushtotalk", "call": "voip",
        "location-query": "location", "activity": "liveactivity", "widget": "widgets",
    ]
}
