// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A remark about a part of a template that is permitted, but probably a mistake.
package struct TemplateRemark: Hashable, Sendable {
    /// The identifier of the rule.
    package let rule: String
    package let locale: String
    /// The path of the text in the template's language, such as `body`.
    package let path: String
    /// What is wrong, and what to do.
    package let detail: String
}

extension MessageTemplate {
    /// The remarks about all languages, in the order of ``locales``.
    package var remarks: [TemplateRemark] { locales.flatMap(remarks) }

    /// Returns the remarks about one language.
    package func remarks(_ locale: String) -> [TemplateRemark] {
        var remarks = mixedLanguages(locale)
        let rules = TemplateLocale(locale)
        var hasPlural = false
        Self.texts(contents[locale]?.object ?? [:], "") { path, text in
            for choice in text.plurals {
                hasPlural = true
                guard rules.isPluralKnown else { continue }
                remarks += Self.categories(choice, rules.plural, locale, path)
            }
        }
        if hasPlural, !rules.isPluralKnown {
            remarks.append(
                TemplateRemark(
                    rule: "template-unknown-language", locale: locale, path: "",
                    detail: "the plural rules of \(locale) are not known, so those of English "
                        + "apply (one, other); use numbers such as =1, or a text without a plural"))
        }
        return remarks
    }

    /// Returns remarks about texts that a template's language takes from another language although
    /// it has some texts of its own.
    private func mixedLanguages(_ locale: String) -> [TemplateRemark] {
        guard case .form(let own) = contents[locale] else { return [] }
        let language = LanguageTag.language(of: locale)
        let hasOwnTexts = Self.textKeys.contains { own[$0] != nil }
        return Self.textKeys.compactMap { key -> TemplateRemark? in
            guard hasOwnTexts, own[key] == nil, form(locale)[key] != nil else { return nil }
            let source = chain(of: locale).first { place in
                if case .form(let form) = contents[place] { form[key] != nil } else { false }
            }
            guard let source, LanguageTag.language(of: source) != language else { return nil }
            return TemplateRemark(
                rule: "template-mixed-languages", locale: locale, path: key,
                detail: "\(locale) has no \(key), so people see that of \(source) next to texts in "
                    + "\(locale); add \"\(key)\" to \(locale)")
        }
    }

    private static func categories(
        _ choice: TemplateText.Choice, _ rule: PluralRule, _ locale: String, _ path: String
    ) -> [TemplateRemark] {
        let known = rule.categories.map(\.rawValue)
        let written = choice.cases.map(\.selector).filter { !$0.hasPrefix("=") }
        let list = known.joined(separator: ", ")
        let foreign = written.filter { !known.contains($0) }.map { word in
            TemplateRemark(
                rule: "template-plural-category", locale: locale, path: path,
                detail: "the case \(word) never applies, because numbers in \(locale) have the "
                    + "categories \(list); remove it, or write a number such as =2")
        }
        // Millions are rare, and people understand the form `other` with them.
        let needed = known.filter { $0 != "many" || !Self.manyIsRare.contains(rule) }
        let absent = needed.filter { !written.contains($0) }.map { word in
            TemplateRemark(
                rule: "template-plural-category", locale: locale, path: path,
                detail: "the plural has no case \(word), so other applies to such numbers; numbers "
                    + "in \(locale) have the categories \(list)")
        }
        return foreign + absent
    }

    /// The rules in which `many` only applies to millions.
    private static let manyIsRare = Set(
        ["es", "fr", "it", "pt", "pt-PT"].compactMap { PluralRule.of($0) })

    private static func texts(
        _ object: JSONObject, _ prefix: String, _ body: (String, TemplateText) -> Void
    ) {
        for member in object.members {
            texts(member.value, prefix + member.key, body)
        }
    }

    private static func texts(
        _ value: JSONValue, _ path: String, _ body: (String, TemplateText) -> Void
    ) {
        switch value {
        case .string(let text): if let parsed = try? TemplateText(text) { body(path, parsed) }
        case .array(let values):
            for (index, value) in values.enumerated() { texts(value, "\(path)[\(index)]", body) }
        case .object(let object): texts(object, path + ".", body)
        default: break
        }
    }
}

extension MessageTemplate.Content {
    fileprivate var object: JSONObject {
        switch self {
        case .form(let object), .payload(let object): object
        }
    }
}

extension TemplateText {
    /// All plurals, including those in cases of other choices.
    fileprivate var plurals: [Choice] { Self.plurals(in: parts) }

    private static func plurals(in parts: [Part]) -> [Choice] {
        parts.flatMap { part -> [Choice] in
            guard case .choice(let choice) = part else { return [] }
            return (choice.kind == .plural ? [choice] : [])
                + choice.cases.flatMap { plurals(in: $0.parts) }
        }
    }
}
