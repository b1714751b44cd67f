// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// A text that the device looks up in the app's string tables, given as a key and its arguments.
struct LocalizedText {
    let key: String
    let keyNode: JSONNode
    /// The arguments; `nil` if the text has none.
    let arguments: JSONNode.Member?

    /// The keys of `alert` that refer to localized strings, each with the key of its arguments.
    private static let keys = [
        ("title-loc-key", "title-loc-args"), ("subtitle-loc-key", "subtitle-loc-args"),
        ("loc-key", "loc-args"),
    ]

    /// Returns the localized texts of an alert.
    static func all(in push: LintSubject) -> [LocalizedText] {
        keys.compactMap { key, argumentsKey in
            guard let node = push.alertMembers.last(where: { $0.key == key })?.value,
                let text = node.value.stringValue, !text.isEmpty
            else { return nil }
            let arguments = push.alertMembers.last { $0.key == argumentsKey }
            return LocalizedText(key: text, keyNode: node, arguments: arguments)
        }
    }

    /// The number of arguments; `nil` if they are not an array.
    var argumentCount: Int? {
        guard let arguments else { return 0 }
        if case .array(let elements) = arguments.value.content { return elements.count }
        return nil
    }
}
