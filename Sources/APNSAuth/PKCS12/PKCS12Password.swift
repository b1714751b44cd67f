// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A password in the two encodings that are hashed for `.p12` files.
struct PKCS12Password {
    /// The encoding for PBES2 (RFC 8018): UTF-8.
    let utf8: [UInt8]
    /// The encoding for PKCS#12's own schemes (RFC 7292 appendix B.1): UTF-16, followed by two zero
    /// bytes. The array is empty if there is no password; some programs distinguish a missing
    /// password from an empty one.
    let wide: [UInt8]

    init(_ text: String) {
        utf8 = Array(text.utf8)
        wide = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0, 0]
    }

    private init(utf8: [UInt8], wide: [UInt8]) {
        self.utf8 = utf8
        self.wide = wide
    }

    /// The value for a file without a password.
    static let none = PKCS12Password(utf8: [], wide: [])

    /// The purpose of a derived key (RFC 7292 appendix B.3).
    enum Purpose: UInt8 {
        case encryption = 1
        case initializationVector = 2
        case authentication = 3
    }

    /// Derives key material as specified in RFC 7292 appendix B.2.
    func derive<Hash: HashFunction>(
        _ purpose: Purpose, byteCount: Int, salt: [UInt8], rounds: Int, using hash: Hash.Type
    ) -> [UInt8] {
        let block = Hash.blockByteCount
        let diversifier = [UInt8](repeating: purpose.rawValue, count: block)
        var input = Self.filled(salt, block) + Self.filled(wide, block)
        var output: [UInt8] = []
        while output.count < byteCount {
            var digest = Hash.hash(data: diversifier + input)
            for _ in 1..<max(1, rounds) {
                digest = digest.withUnsafeBytes { bytes in
                    var function = Hash()
                    function.update(bufferPointer: bytes)
                    return function.finalize()
                }
            }
            output += digest
            let addend = Self.repeated(Array(digest), block)
            for start in stride(from: 0, to: input.count, by: block) {
                Self.add(addend, to: &input, at: start)
            }
        }
        return Array(output.prefix(byteCount))
    }

    /// Repeats the bytes until their number is a multiple of the block size.
    private static func filled(_ bytes: [UInt8], _ block: Int) -> [UInt8] {
        repeated(bytes, (bytes.count + block - 1) / block * block)
    }

    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        (0..<count).map { bytes[$0 % bytes.count] }
    }

    /// Adds `number + 1` to the block at `start`, as big-endian numbers, and discards the final
    /// carry.
    private static func add(_ number: [UInt8], to input: inout [UInt8], at start: Int) {
        var carry = 1
        for index in number.indices.reversed() {
            carry += Int(input[start + index]) + Int(number[index])
            input[start + index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }
}
