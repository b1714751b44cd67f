// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let cipherWithoutMutableContent = LintRule(
        "cipher-without-mutable-content", .warning, "encrypted content without mutable-content",
        why: "Only a notification service extension can decrypt the content before the "
            + "notification is shown, and iOS runs it only if mutable-content is 1. Without "
            + "mutable-content, the person sees only the placeholder text of the alert.",
        remedy: "add \"mutable-content\": 1 to aps",
        wrong: """
            {
              "aps": {"alert": {"title": "New message", "body": "Open the app to read it"}},
              "ciphertext": "qk1cQJ0hYvZ9n0sS1Vw4m9tPZp3mXy0T"
            }
            """,
        right: """
            {
              "aps": {
                "alert": {"title": "New message", "body": "Open the app to read it"},
                "mutable-content": 1
              },
              "ciphertext": "qk1cQJ0hYvZ9n0sS1Vw4m9tPZp3mXy0T"
            }
            """,
        claim: .documented("Modifying content in newly delivered notifications")
    ) { push, report in
        // If the push has content-available, the app itself can decrypt the message.
        guard push.needsExtension, !push.hasSomeForm(of: .contentAvailable),
            let member = push.members.first(where: \.isCipher)
        else { return }
        report.add(
            "\(Quoted.text(member.key)) needs a service extension that decrypts it", at: member)
    }
}

extension JSONNode.Member {
    private static let cipherKeys: Set = [
        "enc", "encrypted", "ciphertext", "cipher", "encryptedpayload", "encryptedmessage",
        "encryptedbody", "encryptedcontent", "encrypteddata", "encryptedalert",
    ]
    /// The length in bytes below which a value is treated as a name or flag.
    private static let cipherByteCountMin = 16

    /// Whether the key suggests ciphertext and the value looks like ciphertext.
    fileprivate var isCipher: Bool {
        guard Self.cipherKeys.contains(String(decoding: KeySpelling.plain(key), as: UTF8.self))
        else { return false }
        switch value.content {
        case .string(let text):
            return text.utf8.count >= Self.cipherByteCountMin && !text.contains(" ")
        case .object(let members): return !members.isEmpty
        default: return false
        }
    }
}
