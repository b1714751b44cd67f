// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

@Test(arguments: [
    ("dHN0LXNyY2gtY2hubA==", true), ("AA==", true), ("", false), ("%%%", false), ("A", false),
    ("dHN0LXNyY2gtY2hubA", false),
    (Data(repeating: 7, count: ChannelID.byteCountMax).base64EncodedString(), true),
    (Data(repeating: 7, count: ChannelID.byteCountMax + 1).base64EncodedString(), false),
])
func `a channel's identifier is base64 of 1 to 64 bytes`(text: String, isGood: Bool) {
    #expect((ChannelID(text) != nil) == isGood)
}

@Test func `new identifiers differ, and are the same after encoding and decoding`() throws {
    var generator = SeededGenerator(seed: 7)
    let made = (0..<100).map { _ in ChannelID.random(using: &generator) }
    #expect(Set(made).count == made.count)
    #expect(made.allSatisfy { ChannelID($0.text) == $0 })
    let data = try JSONEncoder().encode(made)
    #expect(try JSONDecoder().decode([ChannelID].self, from: data) == made)
    #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([ChannelID].self, from: Data(#"["%"]"#.utf8))
    }
}

@Test func `channel requests have bodies in Apple's documented format`() throws {
    #expect(
        String(decoding: ChannelBody.settings(.mostRecent), as: UTF8.self)
            == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
    let id = try #require(ChannelID("dHN0LXNyY2gtY2hubA=="))
    let list = ChannelBody.list([id])
    #expect(String(decoding: list, as: UTF8.self) == #"{"channels":["dHN0LXNyY2gtY2hubA=="]}"#)
    #expect(ChannelBody.channels(in: list) == [id])
    #expect(ChannelBody.channels(in: Array("{}".utf8)) == nil)
    #expect(ChannelBody.storage(in: ChannelBody.settings(.none)) == ChannelStorage.none)
    #expect(ChannelBody.storage(in: Array("{}".utf8)) == nil)
}

@Test(
    arguments: [
        (#"{"channels":[]}"#, 0), (#"{"channels":["AA==","AQ=="]}"#, 2),
        (#"{"channels":["AA==",7]}"#, nil), (#"{"channels":["AA==","%"]}"#, nil),
        (#"{"channels":"AA=="}"#, nil), (#"{"channels":["AA=="]"#, nil), ("", nil),
    ] as [(String, Int?)])
func `a list of channels is read completely or not at all`(body: String, count: Int?) {
    #expect(ChannelBody.channels(in: Array(body.utf8))?.count == count)
}
