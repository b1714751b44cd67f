// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let headerInPayload = LintRule(
        "header-in-payload", .warning, "a request header inside the payload",
        why: "APNs reads headers from the request, not from the payload. Outside aps, such a key "
            + "is custom data of the app, and the push is sent without the header.",
        remedy: "send the value as a request header; in a file, write the header above the JSON, "
            + "between two lines of ---",
        wrong: #"{"aps": {"alert": "Your parcel is here"}, "apns-priority": "5"}"#,
        right: """
            ---
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        for member in push.members {
            if header(namedBy: member.key) != nil {
                report.add("\(Quoted.text(member.key)) \(problem)", at: member)
            } else if wrappers.contains(KeySpelling.plain(member.key)) {
                for inner in member.value.members ?? [] where header(namedBy: inner.key) != nil {
                    report.add("\(Quoted.text(inner.key)) \(problem)", at: inner)
                }
            }
        }
    }

    private static let problem = "is a request header and has no effect in the payload"

    /// Returns the header whose name a key resembles, regardless of hyphens, underscores and letter
    /// case.
    private static func header(namedBy key: String) -> String? {
        guard key.utf8.count <= KeySpelling.byteCountMax else { return nil }
        let plain = KeySpelling.plain(key)
        return headersByPlainName.first { $0.plain == plain }?.name
    }

    /// The names of objects in which other services and libraries put headers.
    private static let wrappers = Set(
        ["headers", "header", "apns-headers", "apns"].map(KeySpelling.plain))
    private static let headersByPlainName = APNSHeader.requestHeaders
        .filter { $0.hasPrefix("apns-") }
        .map { (name: $0, plain: KeySpelling.plain($0)) }
}
