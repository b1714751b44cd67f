// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Eight hex digits that distinguish long secrets in a log without revealing them.
///
/// The algorithm is FNV-1a folded to 32 bits. A cryptographic hash is not necessary, because the
/// hashed values have far more random bits than the hash retains.
public enum ShortHash {
    public static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        let folded = UInt32(truncatingIfNeeded: hash ^ hash >> 32)
        return Hex.encode((0..<4).map { UInt8(truncatingIfNeeded: folded >> (24 - 8 * $0)) })
    }
}
