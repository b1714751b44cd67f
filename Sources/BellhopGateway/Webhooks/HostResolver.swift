// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the addresses of a host name.
protocol HostResolver: Sendable {
    /// Returns all addresses of a name, at most ``SystemResolver/addressesMax``.
    ///
    /// - Throws: an error if the name has no address.
    func addresses(of host: String) async throws -> [InternetAddress]
}

/// The system's own resolver.
struct SystemResolver: HostResolver {
    /// The maximum number of addresses that are examined. A name with more of them is refused,
    /// because each address has to be checked.
    static let addressesMax = 64

    /// The name has no address, or too many.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func addresses(of host: String) async throws -> [InternetAddress] {
        // The call blocks, so it does not run on an event loop.
        try await NIOThreadPool.singleton.runIfActive { try Self.lookUp(host) }
    }

    private static func lookUp(_ host: String) throws -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin) || canImport(Musl)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else {
            throw Failure(description: "the host name has no address")
        }
        defer { freeaddrinfo(list) }
        var found: [InternetAddress] = []
        var next = list
        while let entry = next {
            if let address = address(entry.pointee), !found.contains(address) {
                found.append(address)
            }
            guard found.count <= addressesMax else {
                throw Failure(
                    description: "the host name has more than \(addressesMax) addresses")
            }
            next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { throw Failure(description: "the host name has no address") }
        return found
    }

    /// The positions of the address's bytes in `sockaddr_in` and `sockaddr_in6`, which are the same
    /// on every system: the family and the port take four bytes, and the flow label of IPv6 takes
    /// four more. The fields are not accessed by name, because the compiler cannot always
    /// distinguish them from those of NIO's own modules of C types.
    private static let positions: [Int32: Range<Int>] = [AF_INET: 4..<8, AF_INET6: 8..<24]

    private static func address(_ entry: addrinfo) -> InternetAddress? {
        guard let pointer = entry.ai_addr, let position = positions[entry.ai_family],
            Int(entry.ai_addrlen) >= position.upperBound
        else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: position.upperBound)
        return InternetAddress(bytes: Array(bytes[position]))
    }
}
