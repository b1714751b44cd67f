// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The random key of a campaign. The gateway derives the `apns-id` of each notification from it.
///
/// The identifier depends only on the campaign, the step and the endpoint, so every repeat of a
/// notification has the same identifier, even after a crash or if another node sends it. The
/// identifier is a version 8 UUID (RFC 9562 section 5.8). It contains 58 bits that all
/// notifications of the campaign share, then the step and the endpoint, which are mixed reversibly
/// with the other half of the key. Therefore, two notifications of a campaign never have the same
/// identifier, and the endpoint can be computed from an identifier in a log without a stored row
/// for each notification.
package struct CampaignKey: Hashable, Sendable {
    /// The upper limit of endpoint numbers: every number is less than this value.
    package static let endpointCountMax: Int64 = 1 << 46

    /// The 58 bits that all identifiers of the campaign share.
    package let tag: UInt64
    /// The key with which the step and the endpoint are mixed.
    package let mix: UInt64

    private static let tagMask: UInt64 = (1 << 58) - 1

    package init(tag: UInt64, mix: UInt64) {
        self.tag = tag & Self.tagMask
        self.mix = mix
    }

    package init(using generator: inout some RandomNumberGenerator) {
        self.init(tag: generator.next(), mix: generator.next())
    }

    /// Returns the `apns-id` of a notification.
    ///
    /// - Parameters:
    ///   - step: the number of the step in a campaign with several steps, from 0.
    ///   - endpoint: the number of the endpoint.
    package func apnsID(step: UInt16, endpoint: Int64) -> APNSID {
        let plain = UInt64(step) << 46 | UInt64(truncatingIfNeeded: endpoint) & Self.endpointMask
        let mixed = Feistel.mix(plain, key: mix)
        // The high half has 48 shared bits, 4 bits of the version, 10 shared bits and 2 zeros; the
        // low half has 2 bits of the variant and the 62 mixed bits.
        let high = (tag >> 10) << 16 | 0x8000 | (tag & 0x3FF) << 2
        let low = 0x8000_0000_0000_0000 | mixed
        return APNSID(UUID(high: high, low: low))
    }

    /// Returns the tag in an identifier, which identifies the campaign; `nil` for an identifier
    /// that the gateway did not create for a campaign.
    package static func tag(of id: APNSID) -> UInt64? {
        guard let (high, low) = words(of: id), high >> 12 & 0xF == 8, low >> 62 == 2,
            high & 3 == 0
        else { return nil }
        return (high >> 16) << 10 | high >> 2 & 0x3FF
    }

    /// Returns the step and the endpoint from which an identifier of this campaign was made; `nil`
    /// for any other identifier.
    package func place(of id: APNSID) -> (step: UInt16, endpoint: Int64)? {
        guard Self.tag(of: id) == tag, let (_, low) = Self.words(of: id) else { return nil }
        let plain = Feistel.unmix(low & Feistel.mask, key: mix)
        return (
            UInt16(truncatingIfNeeded: plain >> 46),
            Int64(truncatingIfNeeded: plain & Self.endpointMask)
        )
    }

    private static let endpointMask: UInt64 = (1 << 46) - 1

    private static func words(of id: APNSID) -> (UInt64, UInt64)? {
        let digits = id.text.lowercased().filter { $0 != "-" }
        guard let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        return (high, low)
    }
}

/// Mixes 62 bits reversibly, in two halves of 31 bits (a Feistel network with four rounds). The
/// mixing is not encryption: it only keeps consecutive numbers from being recognizable.
private enum Feistel {
    static let mask: UInt64 = (1 << 62) - 1
    private static let halfMask: UInt64 = (1 << 31) - 1

    static func mix(_ value: UInt64, key: UInt64) -> UInt64 {
        var (left, right) = (value >> 31 & halfMask, value & halfMask)
        for round in 0..<4 as Range<UInt64> {
            (left, right) = (right, left ^ scramble(right, key, round))
        }
        return left << 31 | right
    }

    static func unmix(_ value: UInt64, key: UInt64) -> UInt64 {
        var (left, right) = (value >> 31 & halfMask, value & halfMask)
        for round in (0..<4 as Range<UInt64>).reversed() {
            (left, right) = (right ^ scramble(left, key, round), left)
        }
        return left << 31 | right
    }

    private static func scramble(_ half: UInt64, _ key: UInt64, _ round: UInt64) -> UInt64 {
        var z = half &+ key &+ (round &+ 1) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return (z ^ z >> 31) & halfMask
    }
}

extension UUID {
    fileprivate init(high: UInt64, low: UInt64) {
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
        }
        self.init(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4),
                byte(high, 5), byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1),
                byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}
