// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A text of a template: characters, placeholders for values, and choices.
///
/// ```
/// text        = *( character / "{{{{" / "{{" placeholder "}}" )      {{{{ is shown as {{
/// placeholder = name ["|" replacement]                               {{name|friend}}
///             / name "," format ["|" replacement]                    {{price, number, 2}}
///             / name "," "plural" "," 1*( case )       {{n, plural, one {…} other {…}}}
///             / name "," "select" "," 1*( case )       {{vip, select, true {…} other {…}}}
/// format      = "number" ["," digit] / "date" / "iso" / "plain" / "url" / "json"
/// case        = ( category / "=" number / word ) "{" text "}"
/// ```
///
/// In the text of a case, `#` is replaced with the number of the plural, and `##` with `#`; single
/// braces are not permitted there.
package struct TemplateText: Hashable, Sendable {
    /// The maximum number of placeholders and choices in one text.
    package static let placeholderCountMax = 50
    /// The maximum nesting depth of choices.
    package static let depthMax = 3
    /// The maximum number of cases of one choice.
    package static let caseCountMax = 20

    /// How a placeholder shows its value.
    package enum Format: Hashable, Sendable {
        /// A text as it is, a number with the language's decimal separator, a date in the
        /// language's numeric form.
        case standard
        /// A number with groups of digits, and with the given number of digits after the separator,
        /// if any.
        case number(fractionDigits: Int?)
        /// A number without the separators of a language, such as `1234.5`, or a text without
        /// percent-encoding, even in a URL.
        case plain
        /// A date in the language's numeric form.
        case date
        /// A date as `2026-01-31`.
        case iso
        /// A text with percent-encoding, for a part of a URL. This is the default for a text in a
        /// string that begins with a scheme, such as `https://`.
        case url
        /// A number or flag as a JSON value instead of a string; permitted only if the placeholder
        /// is the whole string.
        case json
    }

    /// A part of a text.
    package indirect enum Part: Hashable, Sendable {
        case characters(String)
        case value(name: String, format: Format, replacement: String?)
        /// `#`: the number of the innermost plural.
        case count
        case choice(Choice)
    }

    /// A choice among texts, which the value of a variable decides.
    package struct Choice: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable { case plural, select }

        package let name: String
        package let kind: Kind
        package let cases: [Case]

        package init(name: String, kind: Kind, cases: [Case]) {
            self.name = name
            self.kind = kind
            self.cases = cases
        }
    }

    /// One text of a choice.
    package struct Case: Hashable, Sendable {
        /// A plural category, a number after `=`, or a word.
        package let selector: String
        package let parts: [Part]

        package init(selector: String, parts: [Part]) {
            self.selector = selector
            self.parts = parts
        }
    }

    package let parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    /// Parses a text.
    ///
    /// - Throws: ``TemplateTextError`` with the byte offset of the error.
    package init(_ text: String) throws(TemplateTextError) {
        var parser = TemplateTextParser(text)
        parts = try parser.text()
    }

    /// The names of all variables, in the order of their first occurrence.
    package var names: [String] {
        var names: [String] = []
        func add(_ parts: [Part]) {
            for part in parts {
                switch part {
                case .value(let name, _, _): if !names.contains(name) { names.append(name) }
                case .choice(let choice):
                    if !names.contains(choice.name) { names.append(choice.name) }
                    for one in choice.cases { add(one.parts) }
                case .characters, .count: break
                }
            }
        }
        add(parts)
        return names
    }
}

/// The reason why a text cannot be parsed.
package struct TemplateTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the error in the text, in bytes.
    package let offset: Int
    /// What is wrong, and what to do.
    package let description: String
}
