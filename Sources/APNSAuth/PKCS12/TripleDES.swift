// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decrypts with Triple DES (NIST SP 800-67), which is used only in old `.p12` files. Bellhop never
/// encrypts with Triple DES, and this implementation is not protected against timing attacks.
struct TripleDES {
    static let blockByteCount = 8

    /// The round keys of each of the three keys.
    private let schedules: [[UInt64]]

    /// - Parameter key: 24 bytes for three keys, or 16 for two.
    init(key: [UInt8]) {
        let whole = key.count == 16 ? key + key.prefix(8) : key
        schedules = stride(from: 0, to: 24, by: 8).map { start in
            Self.schedule(UInt64(bigEndian: whole[start..<(start + 8)]))
        }
    }

    /// Decrypts one block in three steps: decryption with the third key, encryption with the second
    /// key, and decryption with the first key.
    func decrypt(_ block: UInt64) -> UInt64 {
        let third = Self.run(block, schedules[2].reversed())
        let second = Self.run(third, schedules[1])
        return Self.run(second, schedules[0].reversed())
    }

    private static func run(_ block: UInt64, _ keys: some Sequence<UInt64>) -> UInt64 {
        let start = permute(block, initial, width: 64)
        var left = start >> 32
        var right = start & 0xFFFF_FFFF
        for key in keys { (left, right) = (right, left ^ mix(right, key)) }
        return permute(right << 32 | left, final, width: 64)
    }

    private static func mix(_ half: UInt64, _ key: UInt64) -> UInt64 {
        // Each box uses six bits: its own four bits and one adjacent bit on either side.
        let ring = half << 33 | half << 1 | half >> 31
        var mixed: UInt64 = 0
        for box in 0..<8 {
            let six = (ring >> (28 - 4 * UInt64(box)) ^ key >> (42 - 6 * UInt64(box))) & 0x3F
            let row = (six >> 4 & 2) | (six & 1)
            let column = six >> 1 & 0xF
            mixed = mixed << 4 | (boxes[box * 4 + Int(row)] >> (60 - 4 * column) & 0xF)
        }
        return permute(mixed, spread, width: 32)
    }

    private static func schedule(_ key: UInt64) -> [UInt64] {
        let chosen = permute(key, keyChoice, width: 64)
        var left = chosen >> 28
        var right = chosen & 0xFFF_FFFF
        return (0..<16).map { round in
            for _ in 0..<([0, 1, 8, 15].contains(round) ? 1 : 2) {
                left = (left << 1 | left >> 27) & 0xFFF_FFFF
                right = (right << 1 | right >> 27) & 0xFFF_FFFF
            }
            return permute(left << 28 | right, roundChoice, width: 56)
        }
    }

    /// Selects bits by number; the most significant bit is number 1.
    private static func permute(_ value: UInt64, _ table: [UInt8], width: UInt64) -> UInt64 {
        table.reduce(0) { $0 << 1 | value >> (width - UInt64($1)) & 1 }
    }

    private static let initial: [UInt8] = [2, 4, 6, 8, 1, 3, 5, 7].flatMap { row in
        (0..<8).map { UInt8(56 - 8 * $0 + row) }
    }
    private static let final: [UInt8] = {
        var inverse = [UInt8](repeating: 0, count: 64)
        for (index, bit) in initial.enumerated() { inverse[Int(bit) - 1] = UInt8(index + 1) }
        return inverse
    }()
    private static let spread: [UInt8] = [
        16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
        2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
    ]
    private static let keyChoice: [UInt8] = [
        57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18,
        10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
        63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22,
        14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
    ]
    private static let roundChoice: [UInt8] = [
        14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4,
        26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30, 40,
        51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
    ]
    /// The eight boxes, each with four rows of sixteen hex digits.
    private static let boxes: [UInt64] = [
        0xE4D1_2FB8_3A6C_5907, 0x0F74_E2D1_A6CB_9538, 0x41E8_D62B_FC97_3A50, 0xFC82_4917_5B3E_A06D,
        0xF18E_6B34_972D_C05A, 0x3D47_F28E_C01A_69B5, 0x0E7B_A4D1_58C6_932F, 0xD8A1_3F42_B67C_05E9,
        0xA09E_63F5_1DC7_B428, 0xD709_346A_285E_CBF1, 0xD649_8F30_B12C_5AE7, 0x1AD0_6987_4FE3_B52C,
        0x7DE3_069A_1285_BC4F, 0xD8B5_6F03_472C_1AE9, 0xA690_CB7D_F13E_5284, 0x3F06_A1D8_945B_C72E,
        0x2C41_7AB6_853F_D0E9, 0xEB2C_47D1_50FA_3986, 0x421B_AD78_F9C5_630E, 0xB8C7_1E2D_6F09_A453,
        0xC1AF_9268_0D34_E75B, 0xAF42_7C95_61DE_0B38, 0x9EF5_28C3_704A_1DB6, 0x432C_95FA_BE17_608D,
        0x4B2E_F08D_3C97_5A61, 0xD0B7_491A_E35C_2F86, 0x14BD_C37E_AF68_0592, 0x6BD8_14A7_950F_E23C,
        0xD284_6FB1_A93E_50C7, 0x1FD8_A374_C56B_0E92, 0x7B41_9CE2_06AD_F358, 0x21E7_4A8D_FC90_356B,
    ]
}

extension UInt64 {
    /// Makes a number from eight bytes, most significant byte first.
    init(bigEndian bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The eight bytes of the number, most significant byte first.
    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}
