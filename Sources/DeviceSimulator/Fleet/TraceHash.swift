// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A short hash of a long trace: equal traces have equal hashes, on every platform.
///
/// The hash is FNV-1a over 64-bit words, with the mixing step of SplitMix64 at the end. It is not
/// cryptographic.
public struct TraceHash: Hashable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x0000_0100_0000_01B3
        state ^= state >> 29
    }

    public mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var word: UInt64 = 0
            for (index, byte) in bytes.enumerated() {
                word = word << 8 | UInt64(byte)
                if index & 7 == 7 {
                    add(word)
                    word = 0
                }
            }
            add(word)
            add(UInt64(bytes.count))
        }
    }

    public var value: UInt64 {
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
