// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The server to which a client sends: a host, a port, and the name that the server's certificate
/// must have.
public struct Endpoint: Hashable, Sendable {
    /// A host name or an IP address; a name is looked up again for each connection.
    public var host: String
    /// The port, 1 to 65535.
    public var port: Int
    /// The server name for SNI and certificate verification, if it differs from ``host``; `nil` by
    /// default. If this is `nil` and the host is an IP address, the certificate must contain that
    /// address.
    public var tlsServerName: String?

    public init(host: String, port: Int = APNSPort.https, tlsServerName: String? = nil) {
        self.host = host
        self.port = port
        self.tlsServerName = tlsServerName
    }

    /// Returns Apple's own servers, on port 443. Source: "Sending notification requests to APNs".
    public static func apple(_ environment: APNSEnvironment) -> Endpoint {
        Endpoint(host: environment.host)
    }

    /// The host and port as text for messages. An IPv6 address is in brackets.
    package var address: String { "\(bracketed(host)):\(port)" }

    /// The `:authority` of requests (RFC 9113 section 8.3.1): the server name or host, followed by
    /// the port if it is not the default.
    package var authority: String {
        let name = bracketed(tlsServerName ?? host)
        return port == APNSPort.https ? name : "\(name):\(port)"
    }

    private func bracketed(_ name: String) -> String { name.contains(":") ? "[\(name)]" : name }
}
