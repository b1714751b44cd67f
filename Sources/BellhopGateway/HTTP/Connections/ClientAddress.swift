// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import NIOCore

/// The unit by which connections from the same origin are counted: an IPv4 address, or an IPv6
/// network of 64 bits, which is what one customer of a provider usually has.
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// - Parameter address: `nil` for a connection that the client has already closed.
    package init(_ address: SocketAddress?) {
        switch address {
        case .v4: description = address?.ipAddress ?? "unknown"
        case .v6(let address):
            description = withUnsafeBytes(of: address.address) { Self.network(Array($0)) }
        case .unixDomainSocket: description = "local socket"
        case nil: description = "unknown"
        }
    }

    /// The offset of the address in a `sockaddr_in6`, after the family, the port and the flow
    /// information. It is the same on every system.
    private static let offset = 8

    /// Returns the network of an IPv6 address, or the IPv4 address that it contains
    /// (`::ffff:192.0.2.1`).
    private static func network(_ socketAddress: [UInt8]) -> String {
        let bytes = Array(socketAddress.dropFirst(offset).prefix(16))
        guard bytes.count == 16 else { return "unknown" }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return bytes[12...].map { String($0) }.joined(separator: ".")
        }
        let groups = stride(from: 0, to: 8, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }
}
