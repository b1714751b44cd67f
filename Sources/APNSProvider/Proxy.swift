// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An HTTP proxy through which a client's connections go, by CONNECT (RFC 9110 section 9.3.6).
///
/// TLS is spoken with APNs through the tunnel, so the proxy sees the host's name and nothing else.
/// It looks the name up, too.
public struct Proxy: Hashable, Sendable, CustomStringConvertible {
    /// A host name or an IP address.
    public var host: String
    /// 1 to 65535.
    public var port: Int
    /// The value of `proxy-authorization`; secret.
    let authorization: String?

    /// - Parameters:
    ///   - username: for basic authentication (RFC 7617); `nil` for a proxy that asks for none.
    ///   - password: kept out of logs and descriptions.
    public init(host: String, port: Int, username: String? = nil, password: String = "") {
        self.host = host
        self.port = port
        authorization = username.map {
            "Basic " + Data("\($0):\(password)".utf8).base64EncodedString()
        }
    }

    public var description: String { "proxy \(place)" }

    var place: String { Endpoint(host: host, port: port).place }
}
