// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Finds the words for the parts of an alert: plain, or by key in the app's strings.
///
/// Source: "Generating a remote notification", the localization keys of the alert.
struct LocalizedText {
    /// The app's strings by key.
    let strings: [String: String]
    /// The rules that were used.
    private(set) var rules: [RuleID] = []

    init(strings: [String: String]) { self.strings = strings }

    /// The text of one part: the key's string, else the plain text, else the key itself.
    mutating func resolve(_ text: AlertText?, key: String?, arguments: [String]?) -> String? {
        var key = key
        var arguments = arguments ?? []
        var plain = text?.plainText
        if case .localized(let ownKey, let ownArguments) = text {
            key = ownKey
            arguments = ownArguments
            plain = nil
        }
        guard let key else { return plain.flatMap { $0.isEmpty ? nil : $0 } }
        if let format = strings[key] {
            cite("LOC-1")
            return Self.fill(format, with: arguments)
        }
        cite("LOC-4")
        return plain ?? key
    }

    /// Puts arguments in the places `%@` (the next one) and `%2$@` (the second). A place without an
    /// argument stays as it is; `%%` is a percent sign.
    static func fill(_ format: String, with arguments: [String]) -> String {
        var text = ""
        var rest = Substring(format)
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if rest.first == "@" {
                text += argument(next, of: arguments) ?? "%@"
                next += 1
                rest = rest.dropFirst()
            } else if let number = Int(digits), rest.dropFirst(digits.count).hasPrefix("$@") {
                text += argument(number - 1, of: arguments) ?? "%\(digits)$@"
                rest = rest.dropFirst(digits.count + 2)
            } else {
                text += "%"
            }
        }
        return text + rest
    }

    private static func argument(_ index: Int, of arguments: [String]) -> String? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }

    private mutating func cite(_ rule: RuleID) {
        if !rules.contains(rule) { rules.append(rule) }
    }
}
