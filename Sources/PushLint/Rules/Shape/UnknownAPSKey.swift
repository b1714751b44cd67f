// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unknownAPSKey = LintRule(
        "unknown-aps-key", .warning, "a custom key inside aps",
        why: "aps is reserved for Apple's keys. iOS ignores unknown keys in aps, but a later iOS "
            + "may give such a key a meaning. Apple asks developers to put custom keys outside "
            + "aps.",
        remedy: "move the key out of aps, to the top level of the payload",
        wrong: #"{"aps": {"alert": "Your order shipped", "orderId": "4711"}}"#,
        right: #"{"aps": {"alert": "Your order shipped"}, "orderId": "4711"}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard key.member.key != "aps",
                key.verdict == .unknown,
                // Another rule reports a misplaced mdm key.
                key.member.keyRange != push.managementProblem?.member.keyRange
            else { continue }
            let known =
                key.place == .alert ? Self.textMeant(by: key.member.key, among: key.siblings) : nil
            report.add(
                "\(Quoted.text(key.member.key)) is not a key of \(key.place.displayName)",
                at: key.member,
                remedy: known.map { "if the value is the text to show, write \"\($0)\"" }
                    ?? header(meantBy: key.member.key).map { "send the value as the header \($0)" })
        }
    }

    /// Returns the request header that a key was meant to be, for instance for `apns-priority` or
    /// `collapse_id`.
    private static func header(meantBy key: String) -> String? {
        let name = String(key.lowercased().map { $0 == "_" ? "-" : $0 })
        return APNSHeader.requestHeaders.first {
            $0.hasPrefix("apns-") && ($0 == name || (name != "id" && $0 == "apns-" + name))
        }
    }

    /// Returns Apple's text key that corresponds to another platform's key. Returns `nil` if
    /// Apple's key is present, too.
    private static func textMeant(by key: String, among siblings: [JSONNode.Member]) -> String? {
        let meant: String
        switch key.lowercased() {
        case "message", "text", "content", "msg", "description": meant = "body"
        case "header", "heading", "headline", "subject": meant = "title"
        default: return nil
        }
        return siblings.contains { $0.key == meant } ? nil : meant
    }
}

extension PayloadKey.Place {
    /// The name of the location in messages.
    var displayName: String {
        switch self {
        case .aps: "aps"
        case .alert: "an alert"
        case .sound: "a sound"
        case .text: "a localized text"
        }
    }
}
