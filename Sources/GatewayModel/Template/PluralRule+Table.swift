// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PluralRule {
    /// The cardinal plural rules of languages, from the Unicode CLDR, version 47,
    /// `common/supplemental/plurals.xml`, without the operands `c` and `e`, which only compact
    /// notations such as `1M` have.
    private static let table:
        [(languages: String, rules: [(category: PluralCategory, condition: String)])] = [
            ("id ja jv km ko lo ms my su th vi yue zh", []),
            ("ast de en et fi gl ia io nl sv sw ur yi", [(.one, "i = 1 and v = 0")]),
            (
                """
                af an asa az bg ce ckb ee el eo eu fo fur gsw ha hu jgo ka kk kl ks ku ky lb lg ml \
                mn mr nb ne nn no ny om or os pap ps rm sd so sq ss st ta te ti tk tn tr ts ug uz \
                ve wo xh
                """,
                [(.one, "n = 1")]
            ),
            ("am as bn fa gu hi kn zu", [(.one, "i = 0 or n = 1")]),
            ("ff hy kab", [(.one, "i = 0,1")]),
            ("ak bho ln mg nso pa wa", [(.one, "n = 0..1")]),
            ("pt-pt", [(.one, "i = 1 and v = 0"), (.many, million)]),
            ("ca it scn vec", [(.one, "i = 1 and v = 0"), (.many, million)]),
            ("es", [(.one, "n = 1"), (.many, million)]),
            ("fr", [(.one, "i = 0,1"), (.many, million)]),
            ("pt", [(.one, "i = 0..1"), (.many, million)]),
            ("da", [(.one, "n = 1 or t != 0 and i = 0,1")]),
            (
                "is",
                [
                    (
                        .one,
                        """
                        t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11
                        """
                    )
                ]
            ),
            (
                "mk",
                [
                    (
                        .one,
                        """
                        v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
                        """
                    )
                ]
            ),
            (
                "fil tl",
                [
                    (
                        .one,
                        """
                        v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != \
                        4,6,9
                        """
                    )
                ]
            ),
            ("si", [(.one, "n = 0,1 or i = 0 and f = 1")]),
            (
                "lv",
                [
                    (.zero, "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19"),
                    (
                        .one,
                        """
                        n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or \
                        v != 2 and f % 10 = 1
                        """
                    ),
                ]
            ),
            (
                "he",
                [(.one, "i = 1 and v = 0 or i = 0 and v != 0"), (.two, "i = 2 and v = 0")]
            ),
            (
                "ro",
                [
                    (.one, "i = 1 and v = 0"),
                    (.few, "v != 0 or n = 0 or n != 1 and n % 100 = 1..19"),
                ]
            ),
            (
                "bs hr sh sr",
                [
                    (
                        .one,
                        """
                        v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
                        """
                    ),
                    (
                        .few,
                        """
                        v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 \
                        != 12..14
                        """
                    ),
                ]
            ),
            (
                "sl",
                [
                    (.one, "v = 0 and i % 100 = 1"), (.two, "v = 0 and i % 100 = 2"),
                    (.few, "v = 0 and i % 100 = 3..4 or v != 0"),
                ]
            ),
            (
                "cs sk",
                [
                    (.one, "i = 1 and v = 0"), (.few, "i = 2..4 and v = 0"), (.many, "v != 0"),
                ]
            ),
            (
                "pl",
                [
                    (.one, "i = 1 and v = 0"), (.few, fewOfWhole),
                    (
                        .many,
                        """
                        v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and \
                        i % 100 = 12..14
                        """
                    ),
                ]
            ),
            (
                "ru uk",
                [
                    (.one, "v = 0 and i % 10 = 1 and i % 100 != 11"), (.few, fewOfWhole),
                    (
                        .many,
                        """
                        v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = \
                        11..14
                        """
                    ),
                ]
            ),
            (
                "be",
                [
                    (.one, "n % 10 = 1 and n % 100 != 11"),
                    (.few, "n % 10 = 2..4 and n % 100 != 12..14"),
                    (.many, "n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14"),
                ]
            ),
            (
                "lt",
                [
                    (.one, "n % 10 = 1 and n % 100 != 11..19"),
                    (.few, "n % 10 = 2..9 and n % 100 != 11..19"), (.many, "f != 0"),
                ]
            ),
            (
                "mt",
                [
                    (.one, "n = 1"), (.two, "n = 2"), (.few, "n = 0 or n % 100 = 3..10"),
                    (.many, "n % 100 = 11..19"),
                ]
            ),
            (
                "ga",
                [
                    (.one, "n = 1"), (.two, "n = 2"), (.few, "n = 3..6"), (.many, "n = 7..10"),
                ]
            ),
            (
                "ar ars",
                [
                    (.zero, "n = 0"), (.one, "n = 1"), (.two, "n = 2"),
                    (.few, "n % 100 = 3..10"), (.many, "n % 100 = 11..99"),
                ]
            ),
            (
                "cy",
                [
                    (.zero, "n = 0"), (.one, "n = 1"), (.two, "n = 2"), (.few, "n = 3"),
                    (.many, "n = 6"),
                ]
            ),
        ]

    private static let million = "i != 0 and i % 1000000 = 0 and v = 0"
    private static let fewOfWhole = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"

    /// The rules by language code, in lowercase. A rule that cannot be parsed would be missing; a
    /// test verifies that each of them is parsed.
    private static let rules: [String: PluralRule] = {
        var rules: [String: PluralRule] = [:]
        for row in table {
            guard let rule = PluralRule(checking: row.rules) else { continue }
            for language in row.languages.split(separator: " ") {
                rules[String(language)] = rule
            }
        }
        // Codes that older systems use for Hebrew, Indonesian and Yiddish.
        rules["iw"] = rules["he"]
        rules["in"] = rules["id"]
        rules["ji"] = rules["yi"]
        return rules
    }()

    /// The rule of English, which also applies to unknown languages.
    package static let english = PluralRule.of("en") ?? .none

    /// The languages whose rules are known, in lowercase and in order.
    package static var languages: [String] { rules.keys.sorted() }

    /// Returns the rule of a language tag such as `pt-BR`; `nil` if the language is unknown.
    package static func of(_ tag: String) -> PluralRule? {
        LanguageTag.chain(of: tag).lazy.compactMap { rules[$0] }.first
    }
}
