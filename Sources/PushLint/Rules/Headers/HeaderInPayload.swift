// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let headerInPayload = LintRule(
        "header-in-payload", .warning, "a header of the request inside of the payload",
        why: "APNs reads its headers from the request and does not look into the payload. Beside "
            + "aps such a key is data of the app's own: the push goes out without the header.",
        remedy: "send it as a header of the request; in a file, write it above the JSON between "
            + "two lines ---",
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
                report.add("\(Quoted.text(member.key)) in the payload is no header", at: member)
            } else if wrappers.contains(KeySpelling.plain(member.key)) {
                for inner in member.value.members ?? [] where header(namedBy: inner.key) != nil {
                    report.add(
                        "\(Quoted.text(inner.key)) in the payload is no header", at: inner)
                }
            }
        }
    }

    /// Returns the header that a key names, however its words are joined.
    private static func header(namedBy key: String) -> String? {
        guard key.utf8.count <= KeySpelling.byteCountMax else { return nil }
        let plain = KeySpelling.plain(key)
        return headersByPlainName.first { $0.plain == plain }?.name
    }

    /// Objects in which other services and libraries put headers.
    private static let wrappers = Set(
        ["headers", "header", "apns-headers", "apns"].map(KeySpelling.plain))
    private static let headersByPlainName = APNSHeader.requestHeaders
        .filter { $0.hasPrefix("apns-") }
        .map { (name: $0, plain: KeySpelling.plain($0)) }
}
