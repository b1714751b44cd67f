// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An HTTP proxy through which a client connects with the CONNECT method (RFC 9110 section 9.3.6).
///
/// The client's TLS connection to APNs runs through the proxy's tunnel, so the proxy sees only the
/// host name of APNs. The proxy also looks up that name.
public struct Proxy: Hashable, Sendable, CustomStringConvertible {
    /// A host name or an IP address.
    public var host: String
    /// The port, 1 to 65535.
    public var port: Int
    /// The value of the header `proxy-authorization`. It is secret.
    let authorization: String?

    /// - Parameters:
    ///   - username: the user name for basic authentication (RFC 7617); `nil` for a proxy without
    ///     authentication.
    ///   - password: the password; it appears in no log or description.
    public init(host: String, port: Int, username: String? = nil, password: String = "") {
        self.host = host
        self.port = port
        authorization = username.map {
            "Basic " + Data("\($0):\(password)".utf8).base64EncodedString()
        }
    }

    public var description: String { "proxy \(address)" }

    var address: String { Endpoint(host: host, port: port).address }
}
