// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let personalDataInPayload = LintRule(
        "personal-data-in-payload", .note, "the payload contains personal data outside aps",
        why: "Payloads pass through Apple's servers and remain in logs. If the app can look up the "
            + "data by an identifier, the payload need not contain it.",
        remedy: "send an identifier instead, or encrypt the payload",
        wrong: #"{"aps": {"alert": "New follower"}, "email": "ada@example.com"}"#,
        right: #"{"aps": {"alert": "New follower"}, "follower": 4711}"#,
        claim: .chosen("Send no more personal data than needed")
    ) { push, report in
        // A call push has to state who is calling.
        guard push.effectiveType != .voip, push.effectiveType != .pushtotalk else { return }
        for text in push.texts where text.isCustom {
            if isEmail(text.text) {
                return report.add(
                    "the payload contains an e-mail address outside "
                        + "aps", atSecret: text.node)
            }
            if isPhoneNumber(text.text, key: text.key) {
                return report.add(
                    "the payload contains a telephone number outside "
                        + "aps", atSecret: text.node)
            }
            if let kind = otherKeys[KeySpelling.plainText(text.key)],
                text.text.contains(where: \.isNumber)
            {
                return report.add("the payload contains \(kind) outside aps", atSecret: text.node)
            }
        }
    }

    /// Keys whose values are personal data, in lower case and without hyphens.
    private static let otherKeys = [
        "iban": "a bank account number", "passportnumber": "a passport number",
        "nationalid": "a national identifier", "taxid": "a tax identifier",
        "dateofbirth": "a date of birth", "birthdate": "a date of birth", "dob": "a date of birth",
    ]

    /// Returns whether the whole text is an e-mail address.
    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= 64 else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
            && (labels.last?.count ?? 0) >= 2
            && !text.contains { $0.isWhitespace || $0 == "/" || $0 == ":" }
    }

    /// Returns whether a text is a telephone number, judging by its form and its key.
    private static func isPhoneNumber(_ text: String, key: String) -> Bool {
        let keys = ["phone", "phonenumber", "mobile", "msisdn", "telephone", "tel", "cellphone"]
        guard keys.contains(KeySpelling.plainText(key)) else {
            return false
        }
        let digits = text.utf8.count { (0x30...0x39).contains($0) }
        return (7...15).contains(digits)
            && text.allSatisfy { $0.isNumber || " +-()./".contains($0) }
    }
}
