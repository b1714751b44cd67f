// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation
import Testing

struct PayloadTemplateTests {
    private static func template(_ text: String) throws -> PayloadTemplate {
        try PayloadTemplate(Array(text.utf8))
    }

    private static func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `variables are written into the payload's bytes`() throws {
        let template = try Self.template(
            #"{"aps":{"alert":"Hi {{name}}, {{ city |nowhere}}! {{{{x}}"},"n":{"m":{"k":1}}}"#)
        #expect(template.variableNames == ["name", "city"])
        #expect(
            Self.text(template.render(["name": "Alex"]))
                == #"{"aps":{"alert":"Hi Alex, nowhere! {{x}}"},"n":{"m":{"k":1}}}"#)
        #expect(template.render(["city": "Bonn"]) == nil)
    }

    @Test func `any value is escaped in JSON that contains exactly this value`() throws {
        let template = try Self.template(#"{"aps":{"alert":"a{{x}}b"}}"#)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let value = String(
                String.UnicodeScalarView(
                    (0..<8).compactMap { _ in Unicode.Scalar(UInt32(generator.next() % 0x2FF)) }))
            let bytes = try #require(template.render(["x": value]))
            let node = try JSONReader.read(bytes)
            #expect(node["aps"]?["alert"]?.value == .string("a\(value)b"))
        }
    }

    @Test(arguments: [
        #"{"aps":{"alert":"{{name"}}"#, #"{"aps":{"alert":"{{}}"}}"#,
        #"{"aps":{"alert":"{{a b!}}"}}"#, #"{"{{key}}":1}"#, "[1]", "{",
    ])
    func `an invalid template is refused`(text: String) {
        #expect(throws: (any Error).self) { try Self.template(text) }
    }

    @Test func `a language falls back to a shorter tag, then to the standard payload`() throws {
        let content = CampaignContent(
            variants: [
                .init(
                    standard: try Self.template(#"{"l":"en"}"#),
                    languages: [
                        "pt": try Self.template(#"{"l":"pt"}"#),
                        "pt-BR": try Self.template(#"{"l":"pt-BR"}"#),
                    ])
            ], topic: Topic("com.example.app"), pushType: .alert)
        let expected = [
            "pt-BR": "pt-BR", "pt_br": "pt-BR", "pt-PT": "pt", "pt": "pt", "de": "en", "": "en",
        ]
        for (language, result) in expected {
            let body = try content.request(for: attempt(language: language)).body
            #expect(Self.text(body) == #"{"l":"\#(result)"}"#)
        }
    }

    @Test func `a payload that is too large or lacks a variable is an error`() throws {
        let content = CampaignContent(
            variants: [.init(standard: try Self.template(#"{"x":"{{x}}"}"#))],
            topic: Topic("com.example.app"), pushType: .alert)
        let long = String(repeating: "x", count: 4090)
        #expect(throws: CampaignContent.Problem.payloadTooLarge) {
            try content.request(for: attempt(variables: ["x": long]))
        }
        #expect(throws: CampaignContent.Problem.variableMissing) {
            try content.request(for: attempt())
        }
    }

    private func attempt(
        language: String = "", variables: [String: String] = [:]
    ) throws -> Attempt {
        var generator = SeededGenerator(seed: 1)
        let recipient = Recipient(
            installation: 1, endpoint: 1, environment: .production,
            token: try DeviceToken(bytes: Array(repeating: 7, count: 32)), locale: language,
            variables: variables)
        return Attempt(
            tag: .init(index: 0, generation: 0), campaign: 1, recipient: recipient, variant: 0,
            apnsID: CampaignKey(using: &generator).apnsID(step: 0, endpoint: 1), number: 1)
    }
}
