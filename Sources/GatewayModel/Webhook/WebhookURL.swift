// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The address of a webhook, in the strict form that is accepted: no user, no fragment, no other
/// notation of an IP address than the usual one, and no name or address that is not public.
///
/// Names are resolved only when something is sent; InternetAddress/reach then determines whether
/// each address is permitted.
package struct WebhookURL: Hashable, Sendable {
    /// Whether TLS is used.
    package let isSecure: Bool
    /// The name or the IP address, in lowercase and without brackets.
    package let host: String
    /// The host as an IP address; `nil` if the host is a name.
    package let address: InternetAddress?
    package let port: Int
    /// The path with the query; begins with `/`.
    package let target: String

    /// The maximum size of an address in bytes.
    package static let byteCountMax = 2_048
    /// The maximum size of a host name in bytes (RFC 1035 section 2.3.4).
    private static let nameByteCountMax = 253
    /// The maximum size of one part of a host name in bytes.
    private static let labelByteCountMax = 63
    /// The smallest port that may follow a host, apart from 443. Mail, remote shells and similar
    /// services use smaller ports.
    private static let portMin = 1024

    /// Why a text is not accepted, as the end of a sentence.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        fileprivate init(_ description: String) { self.description = description }
    }

    /// The purpose of an address. It determines the wording of errors and the permitted networks.
    package enum Use: Hashable, Sendable {
        case webhook
        /// A browser's subscription.
        case pushEndpoint
        /// An identity provider, whose address the operator chooses. It may be in the operator's
        /// own network.
        case identityProvider
    }

    /// Reads an address.
    ///
    /// - Parameter allowsLoopback: whether this machine itself is permitted, also without TLS.
    package init(
        _ text: String, allowsLoopback: Bool, use: Use = .webhook
    ) throws(Fault) {
        guard text.utf8.count <= Self.byteCountMax else {
            throw Fault("has more than \(Self.byteCountMax) bytes; use a shorter address")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.forbidden.contains($0) })
        else {
            throw Fault(
                "has a character that is not permitted in an address; use percent-encoding, and "
                    + "the xn-- form of a name with other letters")
        }
        let (secure, rest) = try Self.withoutScheme(text)
        isSecure = secure
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard !rest.contains("#") else { throw Fault("has a fragment; remove # and what follows") }
        let path = String(rest[end...])
        target = path.hasPrefix("/") ? path : "/" + path
        let authority = rest[..<end]
        guard !authority.contains("@") else {
            throw Fault(
                use == .webhook
                    ? "has a user name or a password; remove it, as the signature proves the sender"
                    : "has a user name or a password")
        }
        let parts = try Self.parts(of: authority)
        port = try Self.port(parts.port, isSecure: secure, allowsLoopback: allowsLoopback)
        (host, address) = try Self.host(parts.host, isBracketed: parts.isBracketed)
        try check(allowsLoopback: allowsLoopback, use)
    }

    /// The value of the header `Host`.
    package var authority: String {
        let name = address?.bytes.count == 16 ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Returns whether something may be sent to an address to which the host resolves.
    package func permits(_ address: InternetAddress, allowsLoopback: Bool) -> Bool {
        switch address.reach {
        case .everywhere: isSecure
        case .loopback: allowsLoopback
        case .elsewhere: false
        }
    }

    private static let forbidden = Set("\"<>\\^`{|}".utf8)

    private static func withoutScheme(_ text: String) throws(Fault) -> (Bool, Substring) {
        let lowercased = text.lowercased()
        for (prefix, isSecure) in [("https://", true), ("http://", false)]
        where lowercased.hasPrefix(prefix) { return (isSecure, text.dropFirst(prefix.count)) }
        throw Fault("does not begin with https://; use an address such as https://example.com/push")
    }

    private static func parts(
        of authority: Substring
    ) throws(Fault) -> (host: Substring, port: Substring?, isBracketed: Bool) {
        let fault = Fault("has no valid host; use a name such as example.com")
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { throw fault }
            let host = authority[authority.index(after: authority.startIndex)..<close]
            let rest = authority[authority.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw fault }
            return (host, rest.isEmpty ? nil : rest.dropFirst(), true)
        }
        let pair = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard pair.count <= 2, let host = pair.first, !host.isEmpty else { throw fault }
        return (host, pair.count == 2 ? pair[1] : nil, false)
    }

    private static func port(
        _ text: Substring?, isSecure: Bool, allowsLoopback: Bool
    ) throws(Fault) -> Int {
        guard let text else { return isSecure ? 443 : 80 }
        guard (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text),
            port == 443 || (portMin...65_535).contains(port)
        else { throw Fault("has a port other than 443 or \(portMin) to 65535; use one of these") }
        return port
    }

    private static func host(
        _ text: Substring, isBracketed: Bool
    ) throws(Fault) -> (String, InternetAddress?) {
        let host = text.lowercased()
        if isBracketed {
            guard let address = InternetAddress(ipv6: host) else {
                throw Fault("has no valid IPv6 address in brackets; correct it")
            }
            return (host, address)
        }
        if let address = InternetAddress(ipv4: host) { return (host, address) }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= nameByteCountMax, labels.allSatisfy(isLabel) else {
            throw Fault("has no valid host; use a name such as example.com")
        }
        // Systems read such hosts as IPv4 addresses, including 127.1, 0x7f.1 and 2130706433.
        guard let last = labels.last, !last.hasPrefix("0x"),
            !last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw Fault("has an unusual form of an IP address; write four decimal numbers") }
        return (name, nil)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.count <= labelByteCountMax && !label.hasPrefix("-")
            && !label.hasSuffix("-")
            && label.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
            }
    }

    /// The last parts of host names that no public server has.
    private static let closedNames = [
        "localhost", "local", "internal", "localdomain", "home.arpa", "onion", "invalid", "test",
    ]

    private func check(allowsLoopback: Bool, _ use: Use) throws(Fault) {
        let isLoopback = address.map { $0.reach == .loopback } ?? (host == "localhost")
        if isLoopback, allowsLoopback { return }
        if use == .identityProvider {
            guard !isLoopback else {
                throw Fault(
                    "is on this machine itself, which is permitted only with bellhop serve "
                        + "--loopback-oidc")
            }
            guard isSecure else { throw Fault("does not use TLS; begin it with https://") }
            return
        }
        guard address.map({ $0.reach == .everywhere }) ?? true,
            !Self.closedNames.contains(where: { host == $0 || host.hasSuffix("." + $0) })
        else {
            guard use == .webhook else {
                throw Fault("is not an address of the public internet")
            }
            throw Fault(
                "is not an address of the public internet; events are sent only to public servers"
                    + (isLoopback ? ", or with bellhop serve --loopback-webhooks" : ""))
        }
        guard isSecure else { throw Fault("does not use TLS; begin it with https://") }
        guard address != nil || host.contains(".") else {
            throw Fault("has a host name without a domain; write the whole name")
        }
    }
}
