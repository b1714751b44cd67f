// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A string or a number anywhere in a payload, with its key.
struct PayloadText {
    /// The key of the value; for an element of an array, the key of the array.
    let key: String
    /// The string, or the digits of a number.
    let text: String
    let node: JSONNode
    /// Whether the value is outside `aps`.
    let isCustom: Bool
}

extension LintSubject {
    /// The maximum number of values that are examined in a payload. A payload of 4 KB contains far
    /// fewer.
    static let textCountMax = 1024

    /// All strings and numbers in the payload, in order.
    var texts: [PayloadText] {
        var texts: [PayloadText] = []
        for member in members where member.key != APNSFile.targetBundleKey {
            Self.collect(
                member.value, key: member.key, isCustom: member.key != "aps", into: &texts)
        }
        return texts
    }

    private static func collect(
        _ node: JSONNode, key: String, isCustom: Bool, into texts: inout [PayloadText]
    ) {
        guard texts.count < textCountMax else { return }
        switch node.content {
        case .string(let text):
            texts.append(PayloadText(key: key, text: text, node: node, isCustom: isCustom))
        case .array(let elements):
            for element in elements {
                collect(element, key: key, isCustom: isCustom, into: &texts)
            }
        case .object(let members):
            for member in members {
                collect(member.value, key: member.key, isCustom: isCustom, into: &texts)
            }
        case .number(let number):
            texts.append(
                PayloadText(key: key, text: number.text, node: node, isCustom: isCustom))
        case .null, .bool: break
        }
    }
}
