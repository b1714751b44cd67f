// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Foundation
import Testing

@testable import AppProject

private func read(_ text: String) throws -> PlistValue {
    try PlistNode(reading: SourceText(name: "a.plist", text: text)).value
}

private func xml(_ body: String) -> String {
    "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"a\" \"b\"><plist>\(body)</plist>"
}

@Test(arguments: [
    ("<string>a &lt;b&gt; &#65;&#x42; &amp;</string>", PlistValue.string("a <b> AB &")),
    ("<string><![CDATA[<x>&]]> y</string>", .string("<x>& y")),
    ("<string>a<!-- no -->b</string>", .string("ab")),
    ("<string/>", .string("")),
    ("<integer> -12 </integer>", .integer(-12)),
    ("<integer>0x1F</integer>", .integer(31)),
    ("<real>1.5</real>", .real(1.5)),
    ("<true/>", .bool(true)),
    ("<false></false>", .bool(false)),
    ("<date>2000-02-29T00:00:01Z</date>", .date(Date(timeIntervalSince1970: 951_782_401))),
    ("<data>\n AQI= </data>", .data([1, 2])),
    ("<array><array/><dict/></array>", .array([.array([]), .dictionary([:])])),
    (
        "<dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict>",
        .dictionary(["a": .integer(2)])
    ),
])
func `an XML property list is read into its value`(body: String, value: PlistValue) throws {
    #expect(try read(xml(body)) == value)
    #expect(try read(body) == value)
}

@Test(arguments: [
    ("{ a = 1; \"b c\" = (x, \"y\\n\", ); }", ["a": "1", "b c": "x,y\n"]),
    ("// !$*UTF8*$!\n{ a /* one */ = b-c.d/e; }", ["a": "b-c.d/e"]),
    ("/* words */ \"k\" = \"v\"; other = 'w';\n", ["k": "v", "other": "w"]),
    ("\"k\" = \"\\U00e9\\101 \\\"q\\\"\";", ["k": "\u{E9}A \"q\""]),
    ("{\"a\": \"b\", \"c\": [\"d\", \"e\"]}", ["a": "b", "c": "d,e"]),
    ("{ e = \"\\Ud83d\\Ude00\"; }", ["e": "\u{1F600}"]),
    ("", [:]), ("{}", [:]),
])
func `old-style property lists, strings files and JSON are read by one reader`(
    text: String, values: [String: String]
) throws {
    guard !text.isEmpty else {
        #expect(throws: PlistError.self) { try read(text) }
        return
    }
    let found = try #require(try read(text).dictionary)
    #expect(found.mapValues { $0.strings.joined(separator: ",") } == values)
}

@Test(arguments: [
    ("<plist><dict><key>a</key></dict></plist>", 1, "a key has no value"),
    ("<plist>\n<dict>\n<string>a</string></dict></plist>", 3, "<key> is missing"),
    ("<plist>\n<dict>\n<key>a</key>\n<string>R&D</string></dict></plist>", 4, "&amp;"),
    ("<plist>\n<array>\n</dict></plist>", 3, "</dict> instead of </array>"),
    ("<plist><dict>\n<key>a</key><integer>x</integer></dict></plist>", 2, "<integer> is not valid"),
    ("<plist><dict>\n<key>a</key><thing/></dict></plist>", 2, "<thing>"),
    ("{\n a = 1\n b = 2;\n}", 2, "a ; is missing"),
    ("{\n a = (1\n 2);\n}", 3, "a comma is missing"),
    ("{\n a = \"x;\n}", 2, "a string is not closed"),
    ("<plist><string>a</string>", 1, "</plist> is missing"),
    ("hello there", 1, "a = is missing"),
])
func `an error in a property list is reported with the line`(
    text: String, line: Int, message: String
) throws {
    let source = SourceText(name: "a.plist", text: text)
    let error = #expect(throws: PlistError.self) { try PlistFile(reading: source) }
    let problem = try #require(error).diagnostic(in: source)
    #expect(problem.rule == "unreadable-plist")
    #expect(problem.location.position?.line == line)
    #expect(problem.message.contains(message))
}

@Test(arguments: [
    String(repeating: "<array>", count: 100_000), String(repeating: "(", count: 100_000),
    String(repeating: "{a=", count: 100_000),
    "<plist>" + String(repeating: "<dict><key>a</key>", count: 50_000),
])
func `deep nesting is rejected`(text: String) {
    #expect(throws: PlistError.self) { try read(text) }
}

@Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
func `property lists written by Foundation are read`(
    format: PropertyListSerialization.PropertyListFormat
)
    throws
{
    let object: [String: Any] = [
        "text": "caf\u{E9} \u{1F514}", "plain": "abc", "number": -5, "large": 1 << 40, "real": 2.5,
        "flag": true, "no": false, "date": Date(timeIntervalSince1970: 1_700_000_000),
        "data": Data(0..<200), "list": Array(0..<300), "nested": ["a": ["b": ["c": "d"]]],
    ]
    let data = try PropertyListSerialization.data(
        fromPropertyList: object, format: format, options: 0)
    let value = try PlistFile(reading: SourceText(name: "a", bytes: Array(data))).value
    #expect(value["text"] == .string("caf\u{E9} \u{1F514}"))
    #expect(value["number"] == .integer(-5))
    #expect(value["large"] == .integer(1 << 40))
    #expect(value["real"] == .real(2.5))
    #expect(value["flag"] == .bool(true) && value["no"] == .bool(false))
    #expect(value["date"] == .date(Date(timeIntervalSince1970: 1_700_000_000)))
    #expect(value["data"] == .data(Array(0..<200)))
    #expect(value["list"] == .array((0..<300).map { .integer($0) }))
    #expect(value["nested"]?["a"]?["b"]?["c"]?.string == "d")
    #expect(value.dictionary?.count == object.count)
}

@Test func `a binary value that contains itself or expands to a billion values is rejected`() {
    func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        bytes += offsets
        bytes += zeros.prefix(6)
        bytes += [1, 1]
        bytes += zeros
        bytes.append(UInt8(objects.count))
        bytes += zeros
        bytes.append(0)
        bytes += zeros
        bytes.append(table)
        return bytes
    }
    let loop = SourceText(name: "a", bytes: file([[0xA1, 0]]))
    #expect(throws: PlistError.self) { try PlistFile(reading: loop) }
    // Each list contains the next list ten times.
    let lists = (1...9).map { [0xAA] + [UInt8](repeating: UInt8($0), count: 10) } + [[0x08]]
    let laughs = SourceText(name: "a", bytes: file(lists))
    #expect(throws: PlistError.self) { try PlistFile(reading: laughs) }
    let fine = SourceText(name: "a", bytes: file([[0xA2, 1, 1], [0x51, 0x78]]))
    #expect((try? PlistFile(reading: fine))?.value.strings == ["x", "x"])
}

@Test func `UTF-16 is read, without locations`() throws {
    let text = "\"k\" = \"v\";"
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let file = try PlistFile(reading: SourceText(name: "a.strings", bytes: bytes))
    #expect(file.value["k"]?.string == "v")
    #expect(file.location(of: "k").position == nil)
}

@Test func `a key is found at the top level first, and by its path inside a dictionary`() throws {
    let file = try PlistFile(
        reading: SourceText(
            name: "a",
            text: xml(
                "<dict>\n<key>o</key><dict>\n<key>k</key><true/></dict>\n<key>k</key><true/></dict>"
            )))
    #expect(file.location(of: "k").position?.line == 4)
    #expect(file.location(of: ["o", "k"]).position?.line == 3)
    #expect(file.location(of: ["o", "k"]).keyPath == "o.k")
    #expect(file.location(of: ["o", "missing"]).position?.line == 2)
    #expect(file.location(of: "missing").position == nil)
}
