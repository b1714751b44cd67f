// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badChannelID = LintRule(
        "bad-channel-id", .error, "the channel identifier is not Base64",
        why: "APNs creates channel identifiers in Base64. It rejects any other text with 400 "
            + "BadChannelId, and a start with such a channel fails on the device.",
        remedy: "use the identifier that APNs returned when the channel was created",
        wrong: """
            ---
            apns-channel-id: match-4711!
            apns-push-type: liveactivity
            apns-priority: 5
            apns-expiration: 0
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"home": 2, "guests": 1}
              }
            }
            """,
        right: ActivityExample.broadcast,
        claim: .documented("Handling error responses from APNs")
    ) { push, report in
        if let id = push.value(of: APNSHeader.channelID), !isBase64(id) {
            report.add(
                "\(APNSHeader.channelID) \(Shown.quoted(id)) is not Base64",
                header: APNSHeader.channelID)
        }
        if push.isActivity, let value = push[.inputPushChannel]?.value,
            let id = value.value.stringValue, !isBase64(id)
        {
            report.add("input-push-channel \(Shown.quoted(id)) is not Base64", at: value)
        }
    }

    /// Returns whether a text is Base64 (RFC 4648 section 4). Missing padding is accepted.
    private static func isBase64(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.utf8.dropFirst(digits.count)
        return !digits.isEmpty && digits.count % 4 != 1 && padding.count <= 2
            && padding.allSatisfy { $0 == UInt8(ascii: "=") }
            && digits.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
