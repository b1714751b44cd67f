// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Resolves the texts of an alert, which are plain texts or keys of the app's strings.
///
/// Source: "Generating a remote notification", the localization keys of the alert.
struct LocalizedText {
    /// The app's strings by key.
    let strings: [String: String]
    /// Whether the plain text has precedence over the string of its key (`LOC-3`).
    let plainWins: Bool
    /// The rules that applied.
    private(set) var rules: [RuleID] = []

    init(strings: [String: String], plainWins: Bool = false) {
        self.strings = strings
        self.plainWins = plainWins
    }

    /// Returns a text as plain text: the string for its key, otherwise its plain text, otherwise
    /// the key itself.
    mutating func resolve(_ text: NotificationText) -> NotificationText {
        guard let key = text.key else { return text }
        guard let format = strings[key] else {
            cite("LOC-4")
            return NotificationText(text.plain.isEmpty ? key : text.plain)
        }
        if !text.plain.isEmpty {
            cite("LOC-3")
            if plainWins { return NotificationText(text.plain) }
        }
        cite("LOC-1")
        if !text.arguments.isEmpty { cite("LOC-2") }
        return NotificationText(Self.fill(format, with: text.arguments))
    }

    /// Replaces the placeholders `%@` (the next argument) and `%2$@` (the second argument). A
    /// placeholder without an argument stays unchanged; `%%` is a percent sign.
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

extension AppBundle {
    /// Returns the `Localizable` strings for a phone's language: the strings of that language,
    /// otherwise of the language without its region, otherwise of the development language. All
    /// strings come from the same language, as with `Bundle`.
    func strings(for language: String) -> [String: String] {
        var name = Substring(language)
        while !name.isEmpty {
            if let found = strings[String(name)] { return found }
            name = name.lastIndex(of: "-").map { name[..<$0] } ?? ""
        }
        return strings[developmentLanguage] ?? [:]
    }

    /// Returns the index of the first content extension that draws notifications of a category. The
    /// comparison is case-sensitive (`NCE-2`).
    public func contentExtension(forCategory category: String?) -> Int? {
        guard let category, !category.isEmpty else { return nil }
        return contentExtensions.firstIndex { $0.categories.contains(category) }
    }
}
