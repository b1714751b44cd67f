// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Texts that many rows share and refer to by number.
struct NumberedTexts: Sendable {
    /// The number of the empty text, which most rows refer to.
    static let empty: UInt32 = 0

    private var texts = [""]
    private var numbers = ["": empty]

    subscript(number: UInt32) -> String { texts[Int(number)] }

    mutating func number(of text: String) -> UInt32 {
        if let number = numbers[text] { return number }
        let number = UInt32(texts.count)
        texts.append(text)
        numbers[text] = number
        return number
    }
}
