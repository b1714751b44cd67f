// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

struct JSONObjectCheckTests {
    private static func passes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { JSONObjectCheck.passes($0.span) }
    }

    @Test(arguments: [
        "{}", " {\"aps\":{\"alert\":\"é 👍🏽\"}} \n", #"{"a":[1,-0.5,1e3,true,false,null,"\u00e9"]}"#,
        #"{"a":"\ud83d\ude00"}"#, "{\"a\":{},\"b\":[]}",
    ])
    func `a JSON object passes the check`(text: String) { #expect(Self.passes(Array(text.utf8))) }

    @Test(arguments: [
        "", "[]", "1", "{", "{}}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":1,}", "{a:1}", "{\"a\"}",
        #"{"a":"\ud83d"}"#, #"{"a":"\x"}"#, "{\"a\":\"\u{1}\"}", "{\"a\":tru}", "\u{feff}{}",
    ])
    func `a text that is not a valid JSON object fails the check`(text: String) {
        #expect(!Self.passes(Array(text.utf8)))
    }

    @Test(arguments: [63, 64, 65, 66])
    func `the check and the reader have the same depth limit`(depth: Int) {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text =
                "{\"a\":" + String(repeating: open, count: depth) + "1"
                + String(repeating: close, count: depth) + "}"
            #expect(Self.passes(Array(text.utf8)) == Self.readerAccepts(Array(text.utf8)))
        }
    }

    @Test(arguments: 0...24)
    func `the check and the reader agree on a string with a special byte at any position`(
        length: Int
    ) {
        for special in [0x22, 0x5C, 0x1F, 0x20, 0x00, 0x7F, 0x80, 0xC3, 0xFF, 0xA2, 0xDC] as [UInt8]
        {
            for position in 0...length {
                for next in [UInt8(ascii: "n"), 0xA9, 0x01] {
                    var text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                    text.insert(contentsOf: [special, next], at: position)
                    let bytes = Array("{\"k\":\"".utf8) + text + Array("\"}".utf8)
                    #expect(Self.passes(bytes) == Self.readerAccepts(bytes), "\(bytes)")
                }
            }
        }
    }

    private static func readerAccepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONReader.read(bytes))?.value.objectValue != nil
    }

    @Test(arguments: UInt64(1)...40)
    func `the check and the reader agree on altered payloads`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let original = Array(
            #"""
             {"aps":{"alert":{"title":"é","loc-args":["\u00e9\ud83d\ude00","x"]},"badge":-1.5e+2,
             "sound":null,"content-available":1,"mutable-content":0},"deep":[[[{"k":true}]]],"e":""}
            """#.utf8)
        let pieces: [[UInt8]] =
            ["\"", "\\", "{", "}", "[", "]", ",", ":", "0", "e", "\\u", " "]
            .map { Array($0.utf8) } + [[0xC3], [0xFF], [0], [0x80]]
        for _ in 0..<500 {
            var bytes = original
            for _ in 0...Int(generator.next() % 3) {
                let at = Int(generator.next() % UInt64(bytes.count))
                let piece = pieces[Int(generator.next() % UInt64(pieces.count))]
                switch generator.next() % 4 {
                case 0: bytes.insert(contentsOf: piece, at: at)
                case 1: bytes.replaceSubrange(at..<min(at + piece.count, bytes.count), with: piece)
                case 2: bytes.remove(at: at)
                default: bytes.removeSubrange(at...)
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            #expect(
                Self.passes(bytes) == Self.readerAccepts(bytes),
                "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
