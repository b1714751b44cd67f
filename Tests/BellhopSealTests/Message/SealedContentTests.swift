// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopSeal

struct SealedContentTests {
    private static let message = SealedMessage(
        suite: .a256gcm, keyID: "k", messageID: "m", encapsulatedKey: Data(), ciphertext: Data())

    @Test func `every byte value at every position is accepted or refused, and never traps`() {
        let seed = Array(#"{"sent":1,"title":"x","badge":3,"data":{"a":[1,2]}}"#.utf8)
        var readable = 0
        for index in seed.indices {
            for byte in UInt8.min ... .max {
                var bytes = seed
                bytes[index] = byte
                if (try? SealedContent(plaintext: Data(bytes), of: Self.message)) != nil {
                    readable += 1
                }
            }
            let cut = Data(seed.prefix(index))
            #expect(throws: SealError.self) {
                try SealedContent(plaintext: cut, of: Self.message)
            }
        }
        #expect(readable > seed.count && readable < seed.count * 200)
    }

    @Test(arguments: [
        #"{"sent":99999999999999999999}"#, #"{"sent":1e400}"#, #"{"sent":1.5}"#,
        #"{"sent":1,"badge":1e400}"#, #"{"sent":1,"data":"# + String(repeating: "[", count: 99),
    ])
    func `excessively long numbers and excessive nesting are refused`(text: String) {
        #expect(throws: SealError.self) {
            try SealedContent(plaintext: Data(text.utf8), of: Self.message)
        }
    }

    @Test func `members that are null or unknown are treated as missing`() throws {
        let text = #" {"sent":1,"title":null,"badge":null,"data":null,"later":{"x":1}}   "#
        let content = try SealedContent(plaintext: Data(text.utf8), of: Self.message)
        #expect(
            content == SealedContent(messageID: "m", sentAt: Date(timeIntervalSince1970: 1)))
    }
}
