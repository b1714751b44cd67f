// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The name and the port of a server, as in the `Host` header: `name`, `name:port`, `[address]` or
/// `[address]:port` (RFC 9110 section 7.2, RFC 3986 section 3.2). Any other text is invalid.
public struct HTTPAuthority: Hashable, Sendable {
    /// The name in lowercase, or the IP address. An IPv6 address is stored without brackets.
    public let name: String
    /// The port; `nil` when the text contains no port.
    public let port: Int?

    public init?(_ text: String) {
        let name: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            name = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            guard name.utf8.allSatisfy(Self.isOfAddress) else { return nil }
        } else {
            name = text.prefix { $0 != ":" }
            rest = text[name.endIndex...]
            guard name.utf8.allSatisfy(Self.isOfName) else { return nil }
        }
        guard !name.isEmpty else { return nil }
        self.name = name.lowercased()
        if rest.isEmpty {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == ":", digits.utf8.allSatisfy(Self.isDigit),
                let port = UInt16(digits)
            else { return nil }
            self.port = Int(port)
        }
    }

    /// Whether the name is one of ``loopbackNames``, which refer to this machine independently of
    /// DNS.
    public var isLoopback: Bool { Self.loopbackNames.contains(name) }

    /// The names that refer to this machine itself.
    public static let loopbackNames: Set<String> = ["localhost", "127.0.0.1", "::1"]

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter)
            || [UInt8(ascii: ":"), UInt8(ascii: ".")].contains(byte)
    }
}
