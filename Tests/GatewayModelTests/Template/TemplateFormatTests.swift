// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation
import Testing

/// How numbers and dates are formatted in the texts of each language.
struct TemplateFormatTests {
    /// Renders a text with one variable.
    private func show(
        _ text: String, _ type: String, _ value: JSONValue, in locale: String
    ) throws -> String {
        let template = try MessageTemplate(
            reading: JSONWriter.write([
                "variables": ["x": .string(type)],
                "locales": .object([locale: ["body": .string(text)]]),
            ]))
        let variable = try #require(template.variables["x"])
        let bytes = try #require(
            template.compiled(locale).render(["x": try variable.canonical(value)]))
        let body = try JSONReader.read(bytes)["aps"]?["alert"]?["body"]
        return try #require(body?.value.stringValue)
    }

    @Test(arguments: [
        ("en", "1,234,567.5"), ("de", "1.234.567,5"), ("de-CH", "1’234’567.5"),
        ("fr", "1\u{202F}234\u{202F}567,5"), ("pl", "1\u{A0}234\u{A0}567,5"),
        ("pt-BR", "1.234.567,5"), ("pt-PT", "1\u{A0}234\u{A0}567,5"), ("ja", "1,234,567.5"),
        ("xx", "1,234,567.5"),
    ])
    func `a number has the separators of its language`(locale: String, text: String) throws {
        #expect(try show("{{x, number}}", "number", 1_234_567.5, in: locale) == text)
    }

    @Test(arguments: [
        ("{{x}}", "2.5", "2,5"), ("{{x}}", "1234567", "1234567"), ("{{x, plain}}", "2.5", "2.5"),
        ("{{x, number, 2}}", "2.5", "2,50"), ("{{x, number, 0}}", "2.5", "3"),
        ("{{x, number, 1}}", "9.96", "10,0"), ("{{x, number, 2}}", "-0.004", "0,00"),
        ("{{x, number, 2}}", "-1234.505", "-1.234,51"),
    ])
    func `the format determines the separators and the number of decimal places`(
        text: String, number: String, result: String
    ) throws {
        let value = try JSONReader.read(number).value
        #expect(try show(text, "number", value, in: "de") == result)
    }

    @Test(arguments: [
        ("en", "1/5/2026"), ("en-GB", "05/01/2026"), ("de", "5.1.2026"), ("fr", "05/01/2026"),
        ("sv", "2026-01-05"), ("ja", "2026/1/5"), ("ko", "2026. 1. 5."), ("pt-BR", "05/01/2026"),
        ("hu", "2026. 01. 05."), ("nl", "5-1-2026"), ("cs", "5. 1. 2026"), ("xx", "2026-01-05"),
    ])
    func `a date has the order of its language`(locale: String, text: String) throws {
        #expect(try show("{{x}}", "date", "2026-01-05T23:59:00Z", in: locale) == text)
        #expect(try show("{{x, iso}}", "date", "2026-01-05", in: locale) == "2026-01-05")
    }

    @Test func `a number from a Double is rounded to six decimal places`() {
        #expect(TemplateNumber(0.1 + 0.2)?.text == "0.3")
        #expect(TemplateNumber(1.9999999)?.text == "2")
        #expect(TemplateNumber(-0.0)?.text == "0")
        #expect(TemplateNumber(1e15) == nil)
        #expect(TemplateNumber(.nan) == nil)
        #expect(TemplateNumber(-.infinity) == nil)
        for text in ["", "-", ".5", "5.", "1e3", "+1", "1 000", "1234567890123456"] {
            #expect(TemplateNumber(text) == nil, "\(text)")
        }
    }

    @Test func `the text of a number reads as the same number`() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<1000 {
            let whole = generator.next() % 1_000_000_000_000_000
            let fraction = generator.next() % 1_000_000
            let text = "\(generator.next() % 2 == 0 ? "-" : "")\(whole).\(fraction)"
            let number = try #require(TemplateNumber(text))
            #expect(TemplateNumber(number.text) == number)
        }
    }
}
