// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

@Test func `fixes that overlap an earlier fix or exceed the text are not applied`() {
    let text = Array("abcdef".utf8)
    let (fixed, count) = TextFix.apply(
        [
            TextFix("1", replacing: 0..<1, with: "xx"), TextFix("2", replacing: 4..<5, with: ""),
            TextFix("3", replacing: 0..<2, with: "y"), TextFix("4", replacing: 5..<9, with: "y"),
        ], to: text)
    #expect(String(decoding: fixed, as: UTF8.self) == "xxbcdf")
    #expect(count == 2)
}

@Test func `columns are counted in Unicode scalars`() {
    let text = SourceText(name: "a", text: "ä{\n  é: 1\r\nz")
    #expect(text.position(of: 5).description == "line 2, column 2")
    #expect(text.position(of: 8).description == "line 2, column 4")
    #expect(String(decoding: text.line(2), as: UTF8.self) == "  é: 1")
    #expect(text.position(of: 999).description == "line 3, column 2")
    #expect(text.line(4).isEmpty)
}

@Test(arguments: [0, 1, 255, 256, 257, 511, 512, 513, 1_000])
func `columns in a long line count all preceding scalars`(count: Int) {
    let text = SourceText(
        name: "a", text: "é\n" + String(repeating: "é", count: count) + "x\ny")
    let offset = 3 + 2 * count
    #expect(text.position(of: offset) == SourcePosition(line: 2, column: count + 1))
    #expect(text.position(of: offset + 1) == SourcePosition(line: 2, column: count + 2))
    #expect(text.position(of: offset + 9) == SourcePosition(line: 3, column: 2))
    #expect(text.position(of: 3) == SourcePosition(line: 2, column: 1))
}
