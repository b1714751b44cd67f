// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider

extension UnknownOutcome.Code {
    /// The remedy for a request that the server certainly did not process.
    package var advice: String {
        switch self {
        case .dns: "check the host name, and that this machine can resolve names"
        case .connectionRefused: "check host and port, and that the server is running"
        case .connectTimeout, .unreachable, .deadline, .lost:
            "check host and port, and that no firewall blocks the connection"
        case .proxy: "check the proxy"
        case .tlsUntrusted: "give the CA of the server's certificate with --ca"
        case .tlsName: "use the host name in the server's certificate"
        case .tlsClientCertificate: "check the certificate given with --cert"
        case .noHTTP2: "check that the server speaks HTTP/2 over TLS on this port"
        case .noCredential: "check the key or certificate"
        case .queueFull, .shutdown, .cancelled, .goAway, .streamRefused: "send it again"
        default: "check host, port and --ca"
        }
    }
}
