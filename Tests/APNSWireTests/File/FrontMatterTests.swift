// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

private let json = #"{"aps":{"alert":"Hi"}}"#

@Test(arguments: [
    "---\napns-priority: 5\n---\n", "---\r\napns-priority: 5\r\n---\r\n",
    "--- \n  priority :5\n---\t\n", "---\n# how urgent\n\nPriority: 5\n---\n",
    "\u{FEFF}---\npriority: 5\n---\n", "---\nAPNS-PRIORITY: 10\npriority: 5\n---\n",
])
func `headers above the JSON are read, however they are laid out`(top: String) throws {
    let file = try APNSFile(reading: Array((top + json).utf8))
    #expect(file.frontMatter[APNSHeader.priority]?.value == "5")
    #expect(file.frontMatter.unreadableLines.isEmpty)
    #expect(file.body == Array(json.utf8))
}

@Test(arguments: [
    json, "---\npriority: 5\n" + json, "----\npriority: 5\n---\n" + json, " ---\n---\n" + json, "",
    "---", "---\n", "\n---\n---\n" + json,
    "---\n" + String(repeating: "a: b\n", count: FrontMatter.lineCountMax) + "---\n",
])
func `without two delimiter lines at the top, a file has no headers`(text: String) {
    let matter = FrontMatter(reading: Array(text.utf8))
    #expect(matter == .none)
}

@Test(arguments: [("---\n---", 7), ("---\r\n---\r\n", 10), ("---\na: b\n---", 12)])
func `the second delimiter line may end the file`(text: String, bodyOffset: Int) {
    #expect(FrontMatter(reading: Array(text.utf8)).bodyOffset == bodyOffset)
}

@Test func `lines that are not headers are reported with their position`() throws {
    let text = "---\npriority 5\n: 5\ntype:\n---\n" + json
    let matter = FrontMatter(reading: Array(text.utf8))
    #expect(matter.unreadableLines == [4..<14, 15..<18])
    #expect(matter.fields.map(\.name) == ["apns-push-type"])
    #expect(matter.fields.first?.value == "")
}

@Test func `positions of names and values are offsets in the file`() throws {
    let bytes = Array("---\r\n collapse-id: a:b \r\n---\r\n{}".utf8)
    let field = try #require(FrontMatter(reading: bytes).fields.first)
    #expect(field.name == APNSHeader.collapseID)
    #expect(String(decoding: bytes[field.nameRange], as: UTF8.self) == "collapse-id")
    #expect(String(decoding: bytes[field.valueRange], as: UTF8.self) == "a:b")
}

@Test func `headers above the JSON are rejected if the body is not from a file`() {
    let bytes = Array(("---\npriority: 5\n---\n" + json).utf8)
    #expect(throws: PayloadError.self) {
        try APNSFile(reading: bytes, takesFrontMatter: false)
    }
}

@Test func `a value that is not UTF-8 is not read`() {
    let bytes = Array("---\ntype: ".utf8) + [0xE9] + Array("\n---\n{}".utf8)
    let matter = FrontMatter(reading: bytes)
    #expect(matter.fields.isEmpty)
    #expect(matter.unreadableLines.count == 1)
}
