// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import FCM
import PushLint

extension MessageLinter {
    /// Rules that do not apply to a payload inside a message. The size of the payload is checked
    /// elsewhere, together with the space that FCM needs, and FCM adds the headers.
    private static let foreign: Set = [
        "payload-too-large", "payload-nearly-full", "push-type-missing",
        "background-priority-unsaid",
    ]
    /// Rules that report missing parts. FCM adds these parts if the message has a notification.
    private static let completed: Set = [
        "aps-missing", "nothing-to-show", "nothing-to-do", "empty-aps", "alert-type-without-alert",
        "silent-payload-as-alert", "mutable-content-without-text",
    ]

    /// Checks the payload for APNs inside a message of FCM, with the headers that FCM would send.
    func payloadFindings(
        _ message: FCMMessage, _ base: JSONNode, _ source: SourceText
    ) -> [Diagnostic] {
        guard let apns = base.members?.last(where: { $0.key == "apns" }),
            let payload = apns.value["payload"], payload.members != nil
        else { return [] }
        var context = context
        let sent = message.forAPNs(messageID: "0", senderID: "0", expiration: 0).headers
        for name in [APNSHeader.pushType, APNSHeader.priority] {
            guard let value = sent[name] else { continue }
            context.headers[name] = LintContext.Header(
                value, at: source.location(apns.keyRange, keyPath: "apns"))
        }
        for member in apns.value["headers"]?.members ?? [] {
            guard let value = member.value.value.stringValue else { continue }
            context.headers[member.key.lowercased()] = LintContext.Header(
                value,
                at: source.location(member.value.range, keyPath: "apns.headers." + member.key))
        }
        // Everything around the payload is replaced by spaces, so that positions stay the same.
        let bytes = source.bytes.indices.map { index in
            payload.range.contains(index) || source.bytes[index] == UInt8(ascii: "\n")
                ? source.bytes[index] : UInt8(ascii: " ")
        }
        let hasNotification = message.json["notification"] != nil
        return PayloadLinter().lint(SourceText(name: source.name, bytes: bytes), context: context)
            .filter { finding in
                !Self.foreign.contains(finding.rule)
                    && !(hasNotification && Self.completed.contains(finding.rule))
            }
            .map { finding in
                var finding = finding
                let path = finding.location.keyPath
                finding.fix = nil
                guard !path.hasPrefix("apns") else { return finding }
                finding.location.position = finding.location.range.map {
                    source.position(of: $0.lowerBound)
                }
                finding.location.keyPath = "apns.payload" + (path.isEmpty ? "" : "." + path)
                return finding
            }
    }
}
