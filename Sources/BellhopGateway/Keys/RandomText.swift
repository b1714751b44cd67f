// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Texts of letters and digits that nobody can guess.
enum RandomText {
    private static let alphabet = Array(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// 43 of 62 characters are more than 256 bits.
    static let secretCount = 43

    /// - Parameter generator: must be one for secrets, as the system's is.
    static func make(_ count: Int, using generator: inout some RandomNumberGenerator) -> String {
        let bytes = (0..<count).map { _ in
            alphabet[Int(UInt8.random(in: 0..<UInt8(alphabet.count), using: &generator))]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
