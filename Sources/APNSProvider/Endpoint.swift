// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Where a client sends: a host, a port, and the name that the server's certificate must carry.
public struct Endpoint: Hashable, Sendable {
    /// A host name or an IP address; a name is looked up anew for each connection.
    public var host: String
    /// 1 to 65535.
    public var port: Int
    /// The name to ask for (SNI) and to check the certificate against, when it is not ``host``;
    /// `nil` by default. Without it, and with an IP address as host, the certificate must carry
    /// that address.
    public var tlsServerName: String?

    public init(host: String, port: Int = APNSPort.https, tlsServerName: String? = nil) {
        self.host = host
        self.port = port
        self.tlsServerName = tlsServerName
    }

    /// Apple's own servers, on port 443. Source: "Sending notification requests to APNs".
    public static func apple(_ environment: APNSEnvironment) -> Endpoint {
        Endpoint(host: environment.host)
    }

    /// Host and port for messages, an IPv6 address in brackets.
    package var place: String { "\(bracketed(host)):\(port)" }

    /// The `:authority` of requests (RFC 9113 section 8.3.1): without the port when it is the usual
    /// one.
    package var authority: String {
        let name = bracketed(tlsServerName ?? host)
        return port == APNSPort.https ? name : "\(name):\(port)"
    }

    private func bracketed(_ name: String) -> String { name.contains(":") ? "[\(name)]" : name }
}
