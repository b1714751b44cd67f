// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// Returns a payload with exactly this number of bytes.
private func body(_ byteCount: Int, _ aps: String = #""alert":"Hello""#) -> String {
    let start = #"{"aps":{\#(aps)},"map":""#
    return start + String(repeating: "x", count: byteCount - start.utf8.count - 2) + "\"}"
}

private let activity = #""timestamp":1750000000,"event":"update","content-state":{"a":1}"#

private let cases: [RuleCase] =
    PushType.allCases.flatMap { type in
        let limit = type.traits.payloadByteCountMax
        let headers = ["type: \(type.rawValue)"]
        return [
            RuleCase.fine("payload-too-large", headers, body(limit)),
            .wrong("payload-too-large", headers, body(limit + 1)),
        ]
    } + [
        .fine("payload-too-large", [], body(4096)),
        .wrong("payload-too-large", [], body(4097)),
        .fine("payload-too-large", ["channel: YWJj"], body(5120, activity)),
        .wrong("payload-too-large", ["channel: YWJj"], body(5121, activity)),
        .wrong("payload-too-large", ["type: liveactivity"], body(4097, activity)),
        // Pushes without a push type.
        .fine("payload-too-large", [], body(5120, "")),
        .wrong("payload-too-large", [], body(5121, "")),
        .wrong("payload-large-for-most-types", [], body(4097, "")),
        .fine("payload-large-for-most-types", [], body(4096, "")),
        .fine("payload-too-large", [], body(5120, activity)),
        .wrong("payload-large-for-most-types", [], body(4097, activity)),
        .fine("payload-large-for-most-types", [], body(4097)),
        .fine("payload-large-for-most-types", ["topic: a.voip"], body(5000, "")),
        .fine("payload-nearly-full", [], body(3891)),
        .wrong("payload-nearly-full", [], body(3892)),
        .wrong("payload-nearly-full", [], body(4096)),
        .fine("payload-nearly-full", [], body(4097)),
        .fine("payload-nearly-full", ["type: voip"], body(4096)),
    ]

@Test(arguments: cases)
func `the size is compared with the limit of the push type`(row: RuleCase) { row.check() }

@Test func `front matter and the Simulator's key do not count toward the size`() {
    let target = #""Simulator Target Bundle":"com.example.app","#
    let text = "{" + target + body(4096).dropFirst()
    #expect(!ids(text).contains("payload-too-large"))
    let comment = "# " + String(repeating: "x", count: 200)
    #expect(!ids(RuleCase.push([comment], body(4096))).contains("payload-too-large"))
}

@Test func `the message for a payload that is too large names the largest values`() throws {
    let text =
        #"{"aps":{"alert":{"title":"A","body":"\#(x(1500))"}},"#
        + #""items":[{"text":"\#(x(2600))"},1],"small":true}"#
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "payload-too-large" })
    let largest = "the largest values are items[0].text (2,609 bytes), aps.alert.body (1,509)"
    #expect(finding.message.contains(largest))
    #expect(finding.fix == nil)
}

@Test func `a payload that is too large only because of white space has a fix`() throws {
    let rows = (0..<300).map { "    \"k\($0)\" :   \($0)" }.joined(separator: ",\n")
    let text = RuleCase.push(["type: alert"], "{\n\"aps\": {\"alert\": \"\\u00e4\"},\n\(rows)\n}\n")
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "payload-too-large" })
    #expect(finding.message.contains("without unnecessary white space and escapes it has "))
    #expect(finding.remedy == "send it without unnecessary white space and escapes")
    let bytes = Array(text.utf8)
    let fixed = TextFix.apply([try #require(finding.fix)], to: bytes).text
    #expect(!ids(String(decoding: fixed, as: UTF8.self)).contains("payload-too-large"))
    let front = FrontMatter(reading: bytes)
    #expect(FrontMatter(reading: fixed) == front)
    #expect(
        try JSONReader.read(fixed, from: front.bodyOffset).value
            == JSONReader.read(bytes, from: front.bodyOffset).value)
}

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }

private func ids(_ text: String) -> [String] { RuleCase.findings(in: text).map(\.rule) }
