// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// An IP address, and whether it belongs to a host of the public internet.
package struct InternetAddress: Hashable, Sendable {
    /// Four bytes for IPv4, 16 for IPv6.
    package let bytes: [UInt8]

    /// - Parameter bytes: 4 or 16 bytes; `nil` for another number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// The kind of host to which an address belongs.
    package enum Reach: Hashable, Sendable {
        /// A host of the public internet.
        case everywhere
        /// This machine itself.
        case loopback
        /// A private, link-local, multicast, translation or reserved address. The metadata services
        /// of clouds have such addresses.
        case elsewhere
    }

    /// The ranges of IPv4 that are not public: the bytes and the length in bits of each prefix
    /// (IANA IPv4 Special-Purpose Address Registry, and class D and E).
    private static let closedRanges4: [([UInt8], Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 31, 196], 24), ([192, 52, 193], 24),
        ([192, 88, 99], 24), ([192, 168], 16), ([192, 175, 48], 24), ([198, 18], 15),
        ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    /// The range of IPv6 from which public addresses are assigned.
    private static let openRange6: ([UInt8], Int) = ([0x20], 3)

    /// The parts of this range that are not public: protocol assignments with Teredo and ORCHID,
    /// documentation, and 6to4 (IANA IPv6 Special-Purpose Address Registry). What is outside of the
    /// range, such as IPv4-mapped addresses, NAT64 and unique local addresses, is not public.
    private static let closedRanges6: [([UInt8], Int)] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16),
        ([0x26, 0x20, 0x00, 0x4F, 0x80, 0x00], 48), ([0x3F, 0xFF, 0x00], 20),
    ]

    package var reach: Reach {
        if bytes.count == 4 {
            if bytes[0] == 127 { return .loopback }
            return Self.closedRanges4.contains(where: isIn) ? .elsewhere : .everywhere
        }
        if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes.last == 1 { return .loopback }
        return isIn(Self.openRange6) && !Self.closedRanges6.contains(where: isIn)
            ? .everywhere : .elsewhere
    }

    private func isIn(_ range: (prefix: [UInt8], bits: Int)) -> Bool {
        for bit in 0..<range.bits {
            let (index, shift) = (bit / 8, 7 - bit % 8)
            let wanted = index < range.prefix.count ? range.prefix[index] : 0
            if (bytes[index] ^ wanted) >> shift & 1 == 1 { return false }
        }
        return true
    }

    // MARK: Text

    /// The address in the usual form for IPv4, and with eight groups for IPv6.
    package var text: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: bytes.count, by: 2).map {
            String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
        }.joined(separator: ":")
    }

    /// Reads four decimal numbers without leading zeros, separated by periods, as RFC 3986
    /// defines `IPv4address`.
    package init?(ipv4 text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy(Self.isDigit),
                part == "0" || part.first != "0", let byte = UInt8(part)
            else { return nil }
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// Reads an IPv6 address (RFC 4291 section 2.2), without a zone.
    package init?(ipv6 text: some StringProtocol) {
        let halves = text.split2(at: "::")
        guard let halves, let head = Self.groups(halves.0, isLast: halves.1 == nil) else {
            return nil
        }
        guard let rest = halves.1 else {
            guard head.count == 16 else { return nil }
            bytes = head
            return
        }
        guard let tail = Self.groups(rest, isLast: true), head.count + tail.count <= 14 else {
            return nil
        }
        bytes = head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Reads groups of four hexadecimal digits; the last one may be an IPv4 address.
    private static func groups(_ text: String, isLast: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, part.contains(".") {
                guard let address = InternetAddress(ipv4: part) else { return nil }
                bytes += address.bytes
                continue
            }
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexDigit),
                let group = UInt16(part, radix: 16)
            else { return nil }
            bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
        }
        return bytes.count <= 16 ? bytes : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}

extension StringProtocol {
    /// Returns the parts before and after a separator that occurs at most once; `nil` if it occurs
    /// more often. Without the separator, the second part is `nil`.
    fileprivate func split2(at separator: String) -> (String, String?)? {
        let parts = String(self).components(separatedBy: separator)
        switch parts.count {
        case 1: return (parts[0], nil)
        case 2: return (parts[0], parts[1])
        default: return nil
        }
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
