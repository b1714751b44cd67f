// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let mediaWithoutMutableContent = LintRule(
        "media-without-mutable-content", .warning, "the URL of a picture without mutable-content",
        why: "Only a notification service extension can add a picture to a notification, and iOS "
            + "runs it only if mutable-content is 1. Without mutable-content, iOS shows only the "
            + "text.",
        remedy: "add \"mutable-content\": 1 to aps",
        wrong: """
            {
              "aps": {"alert": {"title": "Front door", "body": "Somebody is there"}},
              "image-url": "https://example.com/door.jpg"
            }
            """,
        right: """
            {
              "aps": {
                "alert": {"title": "Front door", "body": "Somebody is there"},
                "mutable-content": 1
              },
              "image-url": "https://example.com/door.jpg"
            }
            """,
        claim: .documented("Modifying content in newly delivered notifications")
    ) { push, report in
        guard push.needsExtension else { return }
        for member in push.members where member.key != "aps" {
            let isContainer = ["data", "custom", "payload", "fcm_options", "extra"].contains(
                member.key)
            let candidates = isContainer ? member.value.members ?? [] : [member]
            for candidate in candidates where candidate.isPicture {
                report.add(
                    "\(Quoted.text(candidate.key)) needs a service extension", at: candidate)
                return
            }
        }
    }
}

extension LintSubject {
    /// Whether the push shows a text, but no extension receives it because `mutable-content` is
    /// absent.
    var needsExtension: Bool {
        isReadBySystem && pushType == .alert && payload.aps?.alert?.hasText ?? false
            && !hasSomeForm(of: .mutableContent)
    }
}

extension JSONNode.Member {
    private static let pictureKeys: Set = [
        "image", "imageurl", "imageuri", "imagelink", "picture", "pictureurl", "photourl", "media",
        "mediaurl", "mediauri", "attachment", "attachmenturl", "attachments", "attachmenturls",
        "richmedia", "richmediaurl", "bigpicture", "thumbnail", "thumbnailurl", "videourl",
        "gifurl", "notificationimage", "pushimage",
    ]

    /// Whether the key suggests a picture, and the value is a URL or contains a URL.
    fileprivate var isPicture: Bool {
        let plain = String(decoding: KeySpelling.plain(key), as: UTF8.self)
        return Self.pictureKeys.contains(plain) && Self.hasAddress(value, depth: 0)
    }

    private static func hasAddress(_ node: JSONNode, depth: Int) -> Bool {
        switch node.content {
        case .string(let text): text.hasPrefix("https://") || text.hasPrefix("http://")
        case .array(let nodes): depth < 2 && nodes.contains { hasAddress($0, depth: depth + 1) }
        case .object(let members):
            depth < 2 && members.contains { hasAddress($0.value, depth: depth + 1) }
        default: false
        }
    }
}
