// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How texts in one language show numbers and dates.
///
/// The separators and the order of a date are those of the Unicode CLDR, version 47 (symbols of
/// the digits `latn`; skeleton `yMd`), with these simplifications: digits are `0` to `9`, groups
/// have three digits, and dates are of the Gregorian calendar.
package struct TemplateLocale: Hashable, Sendable {
    let decimal: String
    let group: String
    /// The numeric form of a date: `d`, `dd`, `M`, `MM`, `y`, and characters that are copied.
    let datePattern: String
    package let plural: PluralRule
    /// Whether the language's plural rule is known; otherwise the rule of English applies.
    package let isPluralKnown: Bool

    /// Returns how a language tag such as `pt-BR` shows numbers and dates. An unknown language
    /// shows numbers as English does, and dates as `2026-01-31`.
    package init(_ tag: String) {
        let chain = LanguageTag.chain(of: tag)
        let row = chain.lazy.compactMap { Self.rows[$0] }.first
        decimal = row?.decimal ?? "."
        group = row?.group ?? ","
        datePattern = row?.date ?? "y-MM-dd"
        let rule = PluralRule.of(tag)
        plural = rule ?? .english
        isPluralKnown = rule != nil
    }

    private struct Row: Sendable {
        let decimal: String
        let group: String
        let date: String
    }

    private static let space = "\u{A0}"
    private static let narrowSpace = "\u{202F}"

    /// Each row contains the decimal separator, the grouping separator, and the languages that use
    /// both, by their date pattern.
    private static let table: [(decimal: String, group: String, dates: [String: String])] = [
        (
            ".", ",",
            [
                "M/d/y": "en", "dd/MM/y": "en-gb en-au en-nz en-ie en-in", "y-MM-dd": "en-ca",
                "d/M/y": "ar bn hi ms sw th ta te", "d.M.y": "he iw", "y/M/d": "fa ja zh",
                "y. M. d.": "ko",
            ]
        ),
        (
            ",", ".",
            [
                "d.M.y": "da de is", "d/M/y": "ca el es id in vi", "dd/MM/y": "it pt",
                "d-M-y": "nl", "dd.MM.y": "ro tr", "d. M. y": "sl", "d. M. y.": "sr",
                "dd. MM. y.": "hr bs",
            ]
        ),
        (
            ",", space,
            [
                "d.MM.y": "bg pl", "d. M. y": "cs sk", "d.M.y": "et fi nb nn no",
                "y. MM. dd.": "hu", "y-MM-dd": "lt sv fr-ca", "d.MM.y.": "lv",
                "dd/MM/y": "pt-pt", "dd.MM.y": "ru uk be kk",
            ]
        ),
        (",", narrowSpace, ["dd/MM/y": "fr"]),
        (".", "’", ["d.M.y": "de-ch"]),
    ]

    private static let rows: [String: Row] = {
        var rows: [String: Row] = [:]
        for entry in table {
            for (date, languages) in entry.dates {
                for language in languages.split(separator: " ") {
                    rows[String(language)] = Row(
                        decimal: entry.decimal, group: entry.group, date: date)
                }
            }
        }
        return rows
    }()

    // MARK: Showing values

    /// Returns a number with the language's decimal separator.
    ///
    /// - Parameters:
    ///   - isGrouped: whether the digits before the separator are in groups of three.
    ///   - fractionDigits: the number of digits after the separator; `nil` for as many as needed.
    func text(
        of number: TemplateNumber, isGrouped: Bool, fractionDigits: Int? = nil
    ) -> String {
        let number = fractionDigits.map { number.rounded(toFractionDigits: $0) } ?? number
        var text = number.isNegative ? "-" : ""
        let digits = Array("\(number.whole)")
        for (index, digit) in digits.enumerated() {
            if isGrouped, index > 0, (digits.count - index) % 3 == 0 { text += group }
            text.append(digit)
        }
        if !number.fraction.isEmpty {
            text += decimal + number.fraction.map { "\($0)" }.joined()
        }
        return text
    }

    /// Returns the date of a time, in UTC, in the language's numeric form.
    func text(ofDay milliseconds: Int64) -> String {
        let day = Array(AudienceTime.text(milliseconds).prefix(10))
        guard day.count == 10 else { return String(day) }
        let (year, month, date) = (String(day[0...3]), String(day[5...6]), String(day[8...9]))
        var text = ""
        var pattern = datePattern[...]
        while let letter = pattern.first {
            let run = pattern.prefix { $0 == letter }
            pattern = pattern.dropFirst(run.count)
            switch letter {
            case "y": text += year
            case "M": text += run.count == 2 ? month : Self.withoutZero(month)
            case "d": text += run.count == 2 ? date : Self.withoutZero(date)
            default: text += run
            }
        }
        return text
    }

    private static func withoutZero(_ number: String) -> String {
        number.first == "0" ? String(number.dropFirst()) : number
    }
}
