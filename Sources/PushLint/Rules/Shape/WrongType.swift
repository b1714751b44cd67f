// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let wrongType = LintRule(
        "wrong-type", .error, "a value of another type than Apple documents",
        why: "iOS does not convert values. A badge in quotation marks is not a number, and the "
            + "key counts as absent, or the whole notification is dropped.",
        remedy: "write a value of the documented type",
        wrong: #"{"aps": {"alert": "You have mail", "badge": "3"}}"#,
        right: #"{"aps": {"alert": "You have mail", "badge": 3}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard let row = key.row,
                row.isCurrent, row.isMeant(in: push)
            else { continue }
            for fault in row.typeFaults(of: key.member.value, in: push) {
                report.add(
                    "\(key.member.key) is \(fault.node.value.typeInWords)", at: fault.node,
                    remedy: "write \(fault.wanted)", fix: row.unquoting(fault.node))
            }
        }
    }
}

extension PayloadKey {
    /// A value of the wrong type, and the expected type.
    struct TypeMismatch {
        let node: JSONNode
        let wanted: String
    }

    /// Returns the type errors in a value; empty if it is as documented, `null`, or a Boolean
    /// instead of 0 or 1, which other rules cover.
    func typeFaults(of node: JSONNode, in push: LintSubject) -> [TypeMismatch] {
        func fault(_ wanted: String) -> [TypeMismatch] {
            [TypeMismatch(node: node, wanted: wanted)]
        }
        switch (shape, node.content) {
        case (_, .null), (.text, .string), (.word, .string), (.flag, .number), (.flag, .bool),
            (.count, .number), (.number, .number), (.share, .number), (.score, .number),
            (.truth, .bool), (.object, .object), (.textOrObject, .string),
            (.textOrObject, .object), (.localizableText, .string):
            return []
        case (.texts, .array(let elements)):
            return elements.filter { $0.value.stringValue == nil }
                .map { TypeMismatch(node: $0, wanted: "a string, in quotation marks") }
        case (.localizableText, .object):
            return push.concernsActivity
                ? []
                : fault(
                    "a string; only alerts of Live Activities take an object with loc-key here, "
                        + "other alerts have \(name == "body" ? "loc-key" : "\(name)-loc-key")")
        case (.localizableText, _), (.text, _): return fault("a string")
        case (.word(let words), _): return fault(Quoted.choice(words.map { "\"\($0)\"" }))
        case (.texts, _): return fault("an array of strings")
        case (.flag, .string("0")): return fault("the number 0, or leave the key out")
        case (.flag, _): return fault("the number 1")
        case (.count, .string): return fault("a whole number; APNs knows no increments")
        case (.count, _): return fault("a whole number")
        case (.number, _), (.share, _), (.score, _): return fault("a number")
        case (.truth, _): return fault("true")
        case (.object, _): return fault("an object")
        case (.textOrObject, _): return fault("a string or an object")
        }
    }

    /// Returns a fix for a number in quotation marks.
    fileprivate func unquoting(_ node: JSONNode) -> TextFix? {
        guard case .string(let text) = node.content, let number = Int(text), number >= 0,
            String(number) == text
        else { return nil }
        switch shape {
        case .flag where number <= 1: break
        case .count, .number: break
        default: return nil
        }
        return TextFix("remove the quotation marks", replacing: node.range, with: text)
    }
}
