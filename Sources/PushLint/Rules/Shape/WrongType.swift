// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let wrongType = LintRule(
        "wrong-type", .error, "a value whose type is not the documented one",
        why: "iOS does not convert values: a badge in quotation marks is not a number. iOS treats "
            + "the key as absent, or drops the whole notification.",
        remedy: "write a value of the documented type",
        wrong: #"{"aps": {"alert": "You have mail", "badge": "3"}}"#,
        right: #"{"aps": {"alert": "You have mail", "badge": 3}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard let row = key.row,
                row.isCurrent, row.isMeant(in: push)
            else { continue }
            for mismatch in row.typeMismatches(of: key.member.value, in: push) {
                report.add(
                    "\(key.member.key) is \(mismatch.node.value.typeName)", at: mismatch.node,
                    remedy: "write \(mismatch.expected)", fix: row.unquoting(mismatch.node))
            }
        }
    }
}

extension PayloadKey {
    /// A value of the wrong type, with the expected type.
    struct TypeMismatch {
        let node: JSONNode
        let expected: String
    }

    /// Returns the type errors in a value. The result is empty if the type is correct. It is also
    /// empty for `null`, and for a Boolean instead of 0 or 1, because other rules cover these
    /// errors.
    func typeMismatches(of node: JSONNode, in push: LintSubject) -> [TypeMismatch] {
        func mismatch(_ expected: String) -> [TypeMismatch] {
            [TypeMismatch(node: node, expected: expected)]
        }
        switch (shape, node.content) {
        case (_, .null), (.text, .string), (.word, .string), (.flag, .number), (.flag, .bool),
            (.count, .number), (.number, .number), (.share, .number), (.score, .number),
            (.truth, .bool), (.object, .object), (.textOrObject, .string),
            (.textOrObject, .object), (.localizableText, .string):
            return []
        case (.texts, .array(let elements)):
            return elements.filter { $0.value.stringValue == nil }
                .map { TypeMismatch(node: $0, expected: "a string, in quotation marks") }
        case (.localizableText, .object):
            return push.concernsActivity
                ? []
                : mismatch(
                    "a string; only alerts of Live Activities allow an object with loc-key here, "
                        + "and other alerts use \(name == "body" ? "loc-key" : "\(name)-loc-key")")
        case (.localizableText, _), (.text, _): return mismatch("a string")
        case (.word(let words), _): return mismatch(Quoted.choice(words.map { "\"\($0)\"" }))
        case (.texts, _): return mismatch("an array of strings")
        case (.flag, .string("0")): return mismatch("the number 0, or leave out the key")
        case (.flag, _): return mismatch("the number 1")
        case (.count, .string): return mismatch("a whole number; APNs does not support increments")
        case (.count, _): return mismatch("a whole number")
        case (.number, _), (.share, _), (.score, _): return mismatch("a number")
        case (.truth, _): return mismatch("true")
        case (.object, _): return mismatch("an object")
        case (.textOrObject, _): return mismatch("a string or an object")
        }
    }

    /// Returns a fix that removes the quotation marks around a number.
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
