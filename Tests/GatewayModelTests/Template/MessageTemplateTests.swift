// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayModel
import Simulation
import Testing

struct MessageTemplateTests {
    private static let parcel = """
        {
          "urgency": "time-sensitive", "lane": "transactional", "expires_in": 3600,
          "default_locale": "en",
          "variables": {
            "name": {"type": "text", "default": "you", "max_length": 20},
            "n": "number",
            "vip": {"type": "flag", "default": false}
          },
          "locales": {
            "en": {
              "title": "For {{name}}",
              "body": "{{n, plural, one {# parcel has} other {# parcels have}}} arrived",
              "sound": "default", "badge": "{{n, json}}",
              "url": "https://example.com/p?name={{name}}",
              "data": {"vip": "{{vip, json}}", "label": "{{vip, select, true {VIP} other {all}}}"}
            },
            "pt": {
              "title": "Para {{name|você}}",
              "body": "{{n, plural, one {# pacote chegou} other {# pacotes chegaram}}}"
            },
            "pt-BR": {"title": "Pra {{name|você}}"},
            "he": {"title": "עבור {{name}}", "body": "{{n, plural, one {#} two {#} other {#}}}"}
          }
        }
        """

    private func template(_ text: String = parcel) throws -> MessageTemplate {
        try MessageTemplate(reading: Array(text.utf8))
    }

    private func render(
        _ locale: String, _ values: [String: String]
    ) throws -> JSONNode {
        try JSONReader.read(try #require(try template().compiled(locale).render(values)))
    }

    @Test func `a template is rendered with plurals, flags and numbers`() throws {
        let one = try render("en", ["n": "1", "name": "Alex", "vip": "true"])
        let alert = one["aps"]?["alert"]
        #expect(alert?["title"]?.value == "For Alex")
        #expect(alert?["body"]?.value == "1 parcel has arrived")
        #expect(one["aps"]?["badge"]?.value == 1)
        #expect(one["aps"]?["interruption-level"]?.value == "time-sensitive")
        #expect(one["vip"]?.value == true)
        #expect(one["label"]?.value == "VIP")
        let many = try render("en", ["n": "1200"])
        #expect(many["aps"]?["alert"]?["body"]?.value == "1,200 parcels have arrived")
        #expect(many["aps"]?["alert"]?["title"]?.value == "For you")
        #expect(many["label"]?.value == "all")
        #expect(try template().compiled("en").render(["name": "Alex"]) == nil)
        #expect(try template().compiled("en").missing(["name": "Alex"]) == "n")
    }

    @Test func `a language takes missing texts from its fallback languages`() throws {
        let template = try template()
        #expect(template.locale(for: "pt_br") == "pt-BR")
        #expect(template.locale(for: "pt-PT") == "pt")
        #expect(template.locale(for: "de") == "en")
        let brazil = try render("pt-BR", ["n": "0"])
        #expect(brazil["aps"]?["alert"]?["title"]?.value == "Pra você")
        #expect(brazil["aps"]?["alert"]?["body"]?.value == "0 pacote chegou")
        #expect(brazil["aps"]?["sound"]?.value == "default")
        #expect(brazil["aps"]?["badge"]?.value == 0)
    }

    @Test func `a template is unchanged after it is written and read`() throws {
        let template = try template()
        let again = try MessageTemplate(reading: JSONWriter.write(template.json))
        #expect(again == template)
        #expect(again.json == template.json)
        let spaced = try MessageTemplate(reading: JSONWriter.write(template.json, style: .indented))
        #expect(spaced == template)
    }

    @Test func `any value is escaped, and no payload is longer than the computed maximum`() throws {
        var random = SeededGenerator(seed: 9)
        let template = try template()
        let tricky: [Unicode.Scalar] = [
            "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "{", "}", "/", "&", "?", "😀", "é",
            "\u{202E}", "א", "\u{200D}", "\u{2028}", "#", "%",
        ]
        for locale in template.locales {
            let compiled = template.compiled(locale)
            let longest = compiled.longest.count
            _ = try JSONReader.read(compiled.longest)
            for _ in 0..<300 {
                var name = String.UnicodeScalarView()
                for _ in 0..<random.next() % 40 {
                    name.append(tricky[Int(random.next() % UInt64(tricky.count))])
                }
                let values = [
                    "name": String(name), "n": "\(Int64(bitPattern: random.next()) % 1_000_000)",
                    "vip": random.next() % 2 == 0 ? "true" : "false",
                ]
                let bytes = try #require(compiled.render(values))
                #expect(bytes.count <= longest)
                let title = try JSONReader.read(bytes)["aps"]?["alert"]?["title"]?.value.stringValue
                let shown = try #require(title)
                #expect(!shown.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
                let url = try JSONReader.read(bytes)["url"]?.value.stringValue
                let start = try #require(url?.firstIndex(of: "="))
                let query = String(url?[start...].dropFirst() ?? "")
                #expect(!query.contains { " \"{}\\?&#/".contains($0) }, "\(url ?? "")")
                if name.count <= 20, !name.contains(where: { $0.value < 0x20 || $0 == "\u{7F}" }) {
                    #expect(name.isEmpty || shown.contains(String(name)))
                    #expect(PercentCoding.decode(query) == String(name) || name.isEmpty)
                }
            }
        }
    }

    @Test func `a long value is shortened without splitting a character`() throws {
        let family = "👨‍👩‍👧‍👦"
        let long = String(repeating: "x", count: 17) + family + "y"
        let title = try render("en", ["n": "1", "name": long])["aps"]?["alert"]?["title"]?.value
        #expect(title == .string("For " + String(repeating: "x", count: 17) + "…"))
    }

    @Test func `values that are the same for all recipients do not remain variables`() throws {
        let template = try template()
        let compiled = template.compiled("en", values: ["n": "1", "vip": "true"])
        #expect(Set(compiled.variableNames) == ["name"])
        let bytes = try #require(compiled.render([:]))
        let full = try #require(template.compiled("en").render(["n": "1", "vip": "true"]))
        #expect(bytes == full)
    }

    @Test func `the longest payload counts every variable at its maximum`() throws {
        let text = """
            {"variables":{"a":{"type":"text","max_length":10}},
             "locales":{"en":{"body":"{{a}}{{a}}","url":"app://x/{{a}}"}}}
            """
        let longest = try template(text).compiled("en").longest
        let fixed = #"{"aps":{"alert":{"body":""}},"url":"app://x/"}"#.utf8.count
        #expect(longest.count == fixed + 2 * 10 * 4 + 10 * 12)
    }

    @Test(arguments: [
        (#"{"locales":{}}"#, 1, 12, "locales", "missing"),
        (#"{"locales":{"en":{"body":"x"},"de":{"body":"x"}}}"#, 1, 1, "default_locale", "missing"),
        (
            "{\n \"locales\":{\"en\":{\"body\":\"Hi {{nam}}\"}},\n "
                + "\"variables\":{\"name\":\"text\"}}", 2, 26, "locales.en.body",
            "did you mean name?"
        ),
        (#"{"locales":{"en":{"body":"Hi {{name"}}}"#, 1, 30, "locales.en.body", "no end"),
        (#"{"locales":{"en":{"body":"\u00e9\n{{a|"}}}"#, 1, 35, "locales.en.body", "no end"),
        (#"{"locales":{"en":{"bdy":"x"}}}"#, 1, 19, "locales.en.bdy", "body"),
        (#"{"locales":{"en_US":{"body":"x"}}}"#, 1, 13, "locales.en_US", "language tag"),
        (#"{"locales":{"en":{"body":1}}}"#, 1, 26, "locales.en.body", "send a string"),
        (#"{"urgency":"urgent","locales":{"en":{"body":"x"}}}"#, 1, 12, "urgency", "passive"),
        (
            #"{"locales":{"en":{"aps":{"interruption-level":"passive"}}}}"#, 1, 47,
            "locales.en.aps.interruption-level", "urgency"
        ),
        (
            #"{"variables":{"n":"text"},"locales":{"en":{"body":"{{n, plural, other {x}}}"}}}"#, 1,
            51, "locales.en.body", "a plural needs a number"
        ),
        (
            #"{"variables":{"n":"number"},"locales":{"en":{"badge":"{{n}}"}}}"#, 1, 54,
            "locales.en.badge", "json"
        ),
        (
            #"{"variables":{"n":{"type":"number","default":"1"}},"#
                + #""locales":{"en":{"body":"{{n}}"}}}"#,
            1, 46, "variables.n.default", "send a number"
        ),
        (
            #"{"variables":{"n":"text","m":"text"},"locales":{"en":{"body":"{{n}}"}}}"#, 1, 26,
            "variables.m", "not used"
        ),
        (
            #"{"variables":{"n":{"type":"text","max_length":0}},"#
                + #""locales":{"en":{"body":"{{n}}"}}}"#,
            1, 47, "variables.n.max_length", "range"
        ),
        (#"{"locales":{"en":{"data":{"a{{b}}":1},"body":"x"}}}"#, 1, 27, "locales.en.data", "key"),
        (#"{"collapse_id":"","locales":{"en":{"body":"x"}}}"#, 1, 16, "collapse_id", "invalid"),
        (#"{"locales":{"en":{"body":"x"}},}"#, 1, 32, "", "comma"),
    ])
    func `an error states its line, its column, its key path and what to do`(
        text: String, line: Int, column: Int, path: String, part: String
    ) {
        let error = #expect(throws: TemplateError.self) { try template(text) }
        #expect(
            error?.position == SourcePosition(line: line, column: column),
            "\(text): \(error.map { "\($0.position) \($0)" } ?? "")")
        #expect(error?.keyPath == path, "\(text): \(error?.description ?? "")")
        #expect(error?.description.contains(part) == true, "\(text): \(error?.description ?? "")")
    }

    @Test func `remarks report mixed or unknown languages and wrong plural categories`() throws {
        let remarks = try template(
            """
            {"default_locale":"en","variables":{"n":"number"},"locales":{
              "en":{"title":"Hi","body":"{{n, plural, one {#} few {#} other {#}}}"},
              "ru":{"body":"{{n, plural, one {#} other {#}}}"},
              "tlh":{"title":"x","body":"{{n, plural, one {#} other {#}}}"},
              "es":{"title":"x","body":"{{n, plural, one {#} other {#}}}"}}}
            """
        ).remarks
        #expect(
            remarks.map { "\($0.locale) \($0.rule) \($0.path)" } == [
                "en template-plural-category body", "ru template-mixed-languages title",
                "ru template-plural-category body", "ru template-plural-category body",
                "tlh template-unknown-language ",
            ])
    }

    @Test func `the values of variables are checked and normalized`() throws {
        let name = TemplateVariable(.text, lengthMax: 3)
        #expect(try name.canonical("äöü") == "äöü")
        #expect(throws: TemplateVariable.Misfit.self) { try name.canonical("abcd") }
        #expect(throws: TemplateVariable.Misfit.self) { try name.canonical(1) }
        #expect(try TemplateVariable(.number).canonical(1.50) == "1.5")
        #expect(throws: TemplateVariable.Misfit.self) {
            try TemplateVariable(.number).canonical(1e300)
        }
        #expect(try TemplateVariable(.date).canonical("2026-01-31") == "2026-01-31")
        #expect(throws: TemplateVariable.Misfit.self) {
            try TemplateVariable(.date).canonical("soon")
        }
        #expect(try TemplateVariable(.flag).canonical(true) == "true")
    }
}

/// The example of the guide.
struct TemplateGuideTests {
    @Test func `the example in the guide renders the texts that the guide shows`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "docs/guide/templates.md"), encoding: .utf8)
        let start = try #require(page.range(of: "```json\n")).upperBound
        let end = try #require(page[start...].range(of: "\n```")).lowerBound
        let template = try MessageTemplate(reading: Array(page[start..<end].utf8))
        #expect(template.remarks.isEmpty)
        for (locale, parcels) in [("pl", "22"), ("de", "22")] {
            let bytes = template.compiled(locale).render([
                "parcels": parcels, "until": "2026-01-31",
            ])
            let node = try JSONReader.read(try #require(bytes))
            let body = try #require(node["aps"]?["alert"]?["body"]?.value.stringValue)
            #expect(page.contains("`\(body)`"), "\(body)")
        }
    }
}
