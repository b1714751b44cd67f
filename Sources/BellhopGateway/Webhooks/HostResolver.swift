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

    private static func address(_ entry: addrinfo) -> InternetAddress? {
        guard let pointer = entry.ai_addr else { return nil }
        switch entry.ai_family {
        case AF_INET:
            let address = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
            return withUnsafeBytes(of: address.sin_addr) { InternetAddress(bytes: Array($0)) }
        case AF_INET6:
            let address = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
            return withUnsafeBytes(of: address.sin6_addr) { InternetAddress(bytes: Array($0)) }
        default: return nil
        }
    }
}
