// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Identifiers in a sealed message: short, and without characters that need escaping.
enum SealIdentifier {
    /// Returns whether the text consists of 1 to ``SealLimits/identifierByteCountMax`` letters,
    /// digits, `-`, `_` and `:`.
    static func isValid(_ text: String) -> Bool {
        (1...SealLimits.identifierByteCountMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }

    static func check(_ text: String, _ what: String) throws(SealError) {
        guard isValid(text) else { throw .badIdentifier(what) }
    }
}
