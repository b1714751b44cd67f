// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore
import Testing

struct SQLTableTests {
    @Test func `a list of texts is encoded as JSON with the same texts`() throws {
        let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init)
        var texts = scalars.map { String(Character($0)) }
        texts += ["", "plain", "\"\\\u{1}\"", "日本語 👍🏽 é\u{301}", String(repeating: "\n", count: 99)]
        let json = try #require(SQLValue.texts(texts + [nil]).jsonList)
        let values = try #require(try JSONReader.read(Array(json.utf8)).value.arrayValue)
        #expect(values.dropLast().map(\.stringValue) == texts)
        #expect(values.last == .null)
    }

    @Test func `numbers are encoded as JSON numbers, and bytes as hexadecimal digits`() throws {
        #expect(SQLValue.integers([1, nil, .min]).jsonList == "[1,null,-9223372036854775808]")
        #expect(SQLValue.blobs([[], nil, [0, 0x9A, 0xFF]]).jsonList == #"["",null,"009aff"]"#)
        #expect(SQLValue.texts([]).jsonList == "[]")
    }
}

struct NameRuleTests {
    @Test func `a name may contain any character except control characters`() {
        for scalar in (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
            let isControl = scalar.properties.generalCategory == .control
            let isRefused = NameRule.fault(in: "a" + String(Character(scalar))) != nil
            if isRefused != isControl {
                Issue.record("U+\(String(scalar.value, radix: 16)) is classified wrongly")
            }
        }
    }
}
