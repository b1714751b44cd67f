// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

struct PluralRuleTests {
    @Test(arguments: pluralSamples.map(\.language))
    func `numbers have the plural categories of the CLDR`(language: String) throws {
        let row = try #require(pluralSamples.first { $0.language == language })
        let rule = try #require(PluralRule.of(language), "\(language) is unknown")
        var categories: [String] = []
        for part in row.samples.split(separator: ";") {
            let words = part.split(whereSeparator: \.isWhitespace)
            let category = try #require(PluralCategory(rawValue: String(words[0])))
            categories.append(category.rawValue)
            for word in words.dropFirst() {
                let number = try #require(TemplateNumber(word))
                #expect(rule.category(of: number) == category, "\(language): \(word)")
            }
        }
        let known = rule.categories.map(\.rawValue)
        #expect(Set(categories).isSubset(of: known), "\(language)")
        // Every rule has the category `other`, also if no sample belongs to it.
        #expect(Set(known).subtracting(categories).isSubset(of: ["other"]), "\(language)")
    }

    @Test func `more than 130 languages have plural rules, and more than 60 have samples`() {
        #expect(PluralRule.languages.count > 130)
        #expect(pluralSamples.count > 60)
    }

    @Test func `a condition that is not valid in the CLDR is rejected`() {
        for text in ["n", "x = 1", "n % 0 = 1", "n = 2..1", "n = a", "n == 1", "n = 1 and", ""] {
            #expect(PluralRule(checking: [(.one, text)]) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("en", 1, PluralCategory.one), ("en", 0, .other), ("ar", 2, .two), ("ar", 3, .few),
        ("ar", 11, .many), ("ar", 100, .other), ("ru", 21, .one), ("ru", 11, .many),
        ("pl", 22, .few), ("pt", 0, .one), ("pt-PT", 0, .other), ("cy", 6, .many),
        ("ja", 1, .other), ("lv", 10, .zero), ("sl", 102, .two), ("xx", 1, .one),
    ])
    func `well-known numbers have their expected plural categories`(
        language: String, number: Int, category: PluralCategory
    ) throws {
        let rule = PluralRule.of(language) ?? .english
        #expect(rule.category(of: try #require(TemplateNumber("\(number)"))) == category)
    }

    @Test func `a language tag falls back to its language`() {
        #expect(PluralRule.of("pt-BR") == PluralRule.of("pt"))
        #expect(PluralRule.of("pt_PT") != PluralRule.of("pt"))
        #expect(PluralRule.of("zh-Hant-TW") == PluralRule.of("zh"))
        #expect(PluralRule.of("iw") == PluralRule.of("he"))
        #expect(PluralRule.of("tlh") == nil)
    }
}
