// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decrypts with RC2 (RFC 2268), which is used only in old `.p12` files. For a long time, Keychain
/// Access and OpenSSL used RC2 with 40-bit keys to encrypt the certificates, which are not secret.
/// Bellhop never encrypts with RC2.
struct RC2 {
    static let blockByteCount = 8

    private let keys: [UInt16]

    /// - Parameter key: the key; its length in bits is also the effective key length.
    init(key: [UInt8]) {
        var bytes = key + [UInt8](repeating: 0, count: 128 - key.count)
        for index in key.count..<128 {
            bytes[index] = Self.pi[Int(bytes[index - 1] &+ bytes[index - key.count])]
        }
        bytes[128 - key.count] = Self.pi[Int(bytes[128 - key.count])]
        for index in (0..<(128 - key.count)).reversed() {
            bytes[index] = Self.pi[Int(bytes[index + 1] ^ bytes[index + key.count])]
        }
        keys = (0..<64).map { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 }
    }

    /// Decrypts one block.
    func decrypt(_ block: UInt64) -> UInt64 {
        var words = (0..<4).map { UInt16(truncatingIfNeeded: block >> (48 - 16 * $0)).byteSwapped }
        for round in (0..<16).reversed() {
            for index in (0..<4).reversed() {
                let shift = UInt16([1, 2, 3, 5][index])
                let word = words[index] >> shift | words[index] << (16 - shift)
                let (a, b, c) = (
                    words[(index + 3) % 4], words[(index + 2) % 4], words[(index + 1) % 4]
                )
                words[index] = word &- keys[4 * round + index] &- (a & b) &- (~a & c)
            }
            guard round == 11 || round == 5 else { continue }
            for index in (0..<4).reversed() {
                words[index] &-= keys[Int(words[(index + 3) % 4] & 63)]
            }
        }
        return words.reduce(0) { $0 << 16 | UInt64($1.byteSwapped) }
    }

    private static let pi: [UInt8] = [
        0xD978_F9C4_19DD_B5ED, 0x28E9_FD79_4AA0_D89D, 0xC67E_3783_2B76_538E, 0x624C_6488_448B_FBA2,
        0x179A_59F5_87B3_4F13, 0x6145_6D8D_0981_7D32, 0xBD8F_40EB_86B7_7B0B, 0xF095_2122_5C6B_4E82,
        0x54D6_6593_CE60_B21C, 0x7356_C014_A78C_F1DC, 0x1275_CA1F_3BBE_E4D1, 0x423D_D430_A33C_B626,
        0x6FBF_0EDA_4669_0757, 0x27F2_1D9B_BC94_4303, 0xF811_C7F6_90EF_3EE7, 0x06C3_D52F_C866_1ED7,
        0x08E8_EADE_8052_EEF7, 0x84AA_72AC_354D_6A2A, 0x961A_D271_5A15_4974, 0x4B9F_D05E_0418_A4EC,
        0xC2E0_416E_0F51_CBCC, 0x2491_AF50_A1F4_7039, 0x997C_3A85_23B8_B47A, 0xFC02_365B_2555_9731,
        0x2D5D_FA98_E38A_92AE, 0x05DF_2910_676C_BAC9, 0xD300_E6CF_E19E_A82C, 0x6316_013F_58E2_89A9,
        0x0D38_341B_AB33_FFB0, 0xBB48_0C5F_B9B1_CD2E, 0xC5F3_DB47_E5A5_9C77, 0x0AA6_2068_FE7F_C1AD,
    ].flatMap { (number: UInt64) in number.bigEndianBytes }
}
