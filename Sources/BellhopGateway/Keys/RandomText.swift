// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Makes random texts of letters and digits that cannot be guessed.
enum RandomText {
    private static let alphabet = Array(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// The length of a secret: 43 characters of an alphabet of 62 have more than 256 bits.
    static let secretCount = 43

    /// - Parameter generator: a generator that is suitable for secrets, such as the system's.
    static func make(_ count: Int, using generator: inout some RandomNumberGenerator) -> String {
        let bytes = (0..<count).map { _ in
            alphabet[Int(UInt8.random(in: 0..<UInt8(alphabet.count), using: &generator))]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
