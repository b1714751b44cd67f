// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopGateway

struct SealedTextTests {
    private let key = Data(repeating: 7, count: 32).base64EncodedString()
    private let other = Data(repeating: 8, count: 32).base64EncodedString()

    @Test func `a sealed text is opened with its key and at its place`() throws {
        let keys = try MasterKeys(text: key)
        let place = SealedText.Place.credential("com.example.app")
        let sealed = try SealedText.seal("secret", at: place, with: keys)
        #expect(SealedText.open(sealed, at: place, with: keys) == "secret")
        #expect(SealedText.version(of: sealed) == 1)
        #expect(!sealed.contains("secret"))
        // Each sealed text has a new nonce.
        #expect(try SealedText.seal("secret", at: place, with: keys) != sealed)
    }

    @Test func `a text that was moved, changed or sealed with another key is not opened`() throws {
        let keys = try MasterKeys(text: key)
        let place = SealedText.Place.credential("com.example.app")
        let sealed = try SealedText.seal("secret", at: place, with: keys)
        for elsewhere in [
            SealedText.Place.credential("com.example.ap"), .identitySecret("com.example.app"),
            .init(table: "credentialp8", column: "", row: "com.example.app"),
        ] {
            #expect(SealedText.open(sealed, at: elsewhere, with: keys) == nil)
        }
        #expect(SealedText.open(sealed, at: place, with: try MasterKeys(text: other)) == nil)
        #expect(SealedText.open(sealed, at: place, with: try MasterKeys(text: "2:" + key)) == nil)
        let encoded = String(sealed.dropFirst("sealed:1:".count))
        let bytes = try #require(Data(base64Encoded: encoded))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            let text = "sealed:1:" + changed.base64EncodedString()
            #expect(SealedText.open(text, at: place, with: keys) == nil)
        }
        for text in ["", "secret", "sealed:", "sealed:1:", "sealed:x:AAAA", "sealed:1:AAAA"] {
            #expect(SealedText.open(text, at: place, with: keys) == nil)
        }
    }

    @Test func `the newest key seals, and older keys still open`() throws {
        let old = try MasterKeys(text: key)
        let place = SealedText.Place.identitySecret("com.example.app")
        let sealed = try SealedText.seal("secret", at: place, with: old)
        let both = try MasterKeys(text: "2:\(other)\n1:\(key)\n")
        #expect(SealedText.open(sealed, at: place, with: both) == "secret")
        let again = try SealedText.seal("secret", at: place, with: both)
        #expect(SealedText.version(of: again) == 2)
        #expect(SealedText.open(again, at: place, with: old) == nil)
        let added = try old.addingNewKey()
        #expect(added.versions == [2, 1])
        #expect(SealedText.open(sealed, at: place, with: added) == "secret")
        #expect(try MasterKeys(text: added.text).versions == [2, 1])
    }

    @Test func `keys are read from lines with comments, and from a single line`() throws {
        for text in [
            "3:\(other)\n1:\(key)", "# new\n3:\(other)\r\n\n# old\n  1:\(key) # kept\n",
            "3:\(other),1:\(key)", "3:\(other) 1:\(key)",
        ] {
            #expect(try MasterKeys(text: text).versions == [3, 1])
        }
        #expect(try MasterKeys(text: key + "\n").versions == [1])
    }

    @Test(arguments: [
        ("", MasterKeyError.empty), ("# only a comment", .empty), ("hello", .notAKey(line: 1)),
        ("\n1:AAAA", .notAKey(line: 2)), ("0:KEY", .notAVersion(line: 1)),
        ("x:KEY", .notAVersion(line: 1)), ("1:KEY\n2:KEY", .order), ("1:KEY\n1:KEY", .order),
        (String(repeating: " ", count: 5000), .tooLong),
        ((1...17).reversed().map { "\($0):KEY" }.joined(separator: "\n"), .tooMany),
    ])
    func `a text without usable keys is refused, and the error shows no key`(
        text: String, error: MasterKeyError
    ) {
        let full = text.replacing("KEY", with: key)
        #expect(throws: error) { try MasterKeys(text: full) }
        #expect(!error.description.contains(key))
    }

    @Test func `descriptions of master keys do not contain the keys`() throws {
        let keys = try MasterKeys(text: key)
        #expect("\(keys) \(String(reflecting: keys))".contains("1"))
        var dumped = ""
        dump(keys, to: &dumped)
        #expect(!(dumped + "\(keys)" + String(reflecting: keys)).contains(key))
    }
}
