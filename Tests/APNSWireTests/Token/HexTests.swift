// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

struct HexTests {
    /// Encodes digit by digit, in a slow and simple way.
    private static func plain(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    @Test func `bytes of every length are the same after encoding and decoding`() {
        var generator = SeededGenerator(seed: 11)
        for byteCount in 0...70 {
            let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let digits = Self.plain(bytes)
            #expect(Hex.encode(bytes) == digits)
            #expect(Hex.encode(bytes.lazy.map { $0 }) == digits)
            #expect(Hex.decode(digits) == bytes)
            #expect(Hex.decode(digits.uppercased()) == bytes)
            #expect(Hex.decode(("x" + digits).dropFirst()) == bytes)
        }
    }

    /// Eight digits are read at once, the others one by one; the error may be in either part.
    @Test(arguments: 0...255)
    func `a byte that is not a digit is found at every position`(byte: Int) {
        let isDigit = "0123456789abcdefABCDEF".utf8.contains(UInt8(byte))
        for position in 0..<20 {
            var digits = Array("0f9aAF1234bcdeFEDC05".utf8)
            digits[position] = UInt8(byte)
            let bytes = digits.withUnsafeBufferPointer { Hex.decode($0.span) }
            #expect((bytes != nil) == isDigit, "byte \(byte) at \(position)")
        }
    }

    @Test(arguments: ["0", "abc", "0123456789abcdef0"])
    func `an odd number of digits is not decoded`(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
