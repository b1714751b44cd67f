// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let keyInSource = DoctorCheck(
        "signing-key-in-source", .error, "the source code contains a private key",
        why: "Anyone who has the repository, or who unpacks the app, can send notifications to all "
            + "users of the team's apps.",
        remedy: "revoke the key in the developer account, create a new one, and store it as a "
            + "secret of the server",
        wrong: RuleExample(
            .init(
                "Server/Key.swift",
                """
                let key = \"""
                    -----BEGIN PRIVATE KEY-----
                    \(filler)
                    -----END PRIVATE KEY-----
                    \"""
                """)),
        right: RuleExample(
            .init(
                "Server/Key.swift",
                """
                let key = ProcessInfo.processInfo.environment["APNS_KEY"]
                """)),
        claim: .documented("Establishing a token-based connection to APNs")
    ) { project, report in
        for (path, source) in project.sources.sorted(by: { $0.key < $1.key })
        where !path.isTestPath {
            for literal in source.facts.strings where literal.containsPrivateKey {
                report.add(
                    "this string contains a private key, which is not shown here",
                    at: source.location(of: literal))
            }
        }
    }

    /// A placeholder in the example. It is not a real key.
    private static let filler = String(repeating: "bm90IGEga2V5", count: 12)
}

extension StringLiteralExprSyntax {
    /// Whether the text contains a private key, either as PEM lines with a plausible key between
    /// them, or as text with the PKCS #8 prefix of every key on the curve P-256 (RFC 5208, RFC
    /// 5480).
    fileprivate var containsPrivateKey: Bool {
        let text = segments.trimmedDescription
        if text.contains("MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQg") {
            return text.longestBase64Run >= 150
        }
        guard let start = text.firstRange(of: "-----BEGIN "),
            let armor = text.firstRange(of: "PRIVATE KEY-----"),
            start.lowerBound < armor.lowerBound
        else { return false }
        return String(text[armor.upperBound...]).longestBase64Run >= 64
    }
}

extension String {
    /// The length of the longest run of base64 characters, ignoring line breaks and escaped line
    /// breaks.
    fileprivate var longestBase64Run: Int {
        var longest = 0
        var run = 0
        for byte in replacing("\\n", with: "").utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                UInt8(ascii: "="):
                run += 1
                longest = max(longest, run)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"):
                continue
            default: run = 0
            }
        }
        return longest
    }
}
