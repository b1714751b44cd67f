// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import FCM
import PushLint

extension MessageLinter {
    /// The members that a request may have.
    private static let requestMembers: Set = ["message", "validate_only", "validateOnly"]
    /// The maximum number of characters of a path in a finding.
    private static let pathCharacterCountMax = 120

    /// Checks a message of FCM, with or without the request around it.
    func fcmFindings(_ source: SourceText) -> [Diagnostic] {
        let document = LintDocument(reading: source, from: 0)
        guard let root = document.root, let request = root.value.objectValue else {
            return document.diagnostics
        }
        let wrapped = root["message"].flatMap { $0.members == nil ? nil : $0 }
        let base = wrapped ?? root
        let message = FCMMessage(request["message"]?.objectValue ?? request)
        var found = document.diagnostics
        if wrapped != nil {
            for member in root.members ?? [] where !Self.requestMembers.contains(member.key) {
                found.append(
                    MessageRule.unknownField.finding(
                        "\(Self.short(member.key)) is outside the message object, where FCM does "
                            + "not accept it",
                        in: source, at: member.keyRange, keyPath: member.key,
                        remedy: "write it inside message"))
            }
        }
        let hasRecipient = FCMAddress.keys.contains { message.json[$0] != nil }
        for violation in message.violations() where hasRecipient || !violation.isAboutNoRecipient {
            found.append(Self.finding(violation, in: source, base, isWrapped: wrapped != nil))
        }
        return found + payloadFindings(message, base, source)
    }

    private static func finding(
        _ violation: FCMViolation, in source: SourceText, _ base: JSONNode, isWrapped: Bool
    ) -> Diagnostic {
        let place = place(of: violation.field, in: base)
        let path = isWrapped ? violation.field : String(violation.field.trimmingPrefix("message."))
        // The text of a violation contains the problem and, in most cases, the fix after a
        // semicolon.
        let parts = violation.text.split(separator: "; ", maxSplits: 1)
        let problem = parts.first.map(String.init) ?? violation.text
        let rule = rule(for: violation.kind)
        var finding = rule.finding(
            "\(short(path)) \(problem)".printable, in: source, at: place.range, keyPath: path,
            remedy: parts.count > 1 ? String(parts[1]).printable : nil)
        finding.location.isSecret = place.isSecret
        finding.fix = fix(violation, at: place)
        return finding
    }

    /// Returns the correction of a misspelled name, unless the object has the correct name too.
    private static func fix(_ violation: FCMViolation, at place: Place) -> TextFix? {
        guard let spelling = violation.spelling, let object = place.object,
            !object.members.contains(where: { $0.key == spelling })
        else { return nil }
        return TextFix(
            "rename it to \(spelling)", replacing: place.range, with: "\"\(spelling)\"")
    }

    private static func rule(for kind: FCMViolation.Kind) -> DiagnosticRule {
        switch kind {
        case .field: MessageRule.unknownField
        case .recipient: MessageRule.recipient
        case .data: MessageRule.data
        case .value: MessageRule.value
        case .size: MessageRule.tooLarge
        case .headroom: MessageRule.nearlyFull
        }
    }

    private struct Place {
        var range: Range<Int>
        var isSecret = false
        /// The object that contains the key.
        var object: JSONObject?
    }

    /// Returns the place of the last key in a path. If the text does not contain the whole path,
    /// returns the place of the last key that the text contains.
    private static func place(of field: String, in base: JSONNode) -> Place {
        var rest = field.trimmingPrefix("message").drop { $0 == "." }
        var node = base
        var place = Place(range: base.range.prefix(1))
        while !rest.isEmpty {
            // The keys of `data` may contain full stops.
            let member = node.members?.last {
                rest == $0.key || rest.hasPrefix($0.key + ".") || rest.hasPrefix($0.key + "[")
            }
            guard let member else { break }
            if ["token", "fid"].contains(field.trimmingPrefix("message.")) {
                return Place(range: member.value.range, isSecret: true)
            }
            place = Place(range: member.keyRange, object: node.value.objectValue)
            node = member.value
            rest = rest.dropFirst(member.key.count).drop { $0 == "." }
        }
        return place
    }

    private static func short(_ path: String) -> String {
        String(path.prefix(pathCharacterCountMax)).printable
    }
}

extension FCMViolation {
    /// Whether the problem is that the message has no recipient. A sender adds the recipient.
    fileprivate var isAboutNoRecipient: Bool { field == "message" && kind == .recipient }
}
