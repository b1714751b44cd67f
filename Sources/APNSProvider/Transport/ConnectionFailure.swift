// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Describes in one line the reason why a connection could not be opened or was lost.
enum ConnectionFailure {
    static let closedByServer = "the server closed the connection"

    /// Returns whether an error only reports that the peer closed the connection.
    static func isPlainClose(_ error: any Error) -> Bool {
        if case NIOSSLError.uncleanShutdown = error { true } else { false }
    }

    /// - Parameter isConnected: whether HTTP/2 had begun; if it had, a request may have been sent.
    static func cause(
        of error: any Error, connectingTo address: String, isConnected: Bool = false
    ) -> FailureCause {
        switch error {
        case let error as NIOConnectionError: connecting(reason(of: error), address)
        case is ChannelError: connecting(reason(of: error), address)
        case let error as IOError where isConnected:
            FailureCause(.lost, "connection to \(address) lost: \(systemText(error))")
        case is IOError: connecting(reason(of: error), address)
        case let error as NIOSSLError: tls(reason(of: error), address)
        case let error as NIOSSLExtraError:
            switch error {
            case .cannotUseIPAddressInSNI, .invalidSNIHostname:
                FailureCause(
                    .badConfiguration,
                    "cannot connect to \(address): the server name must be a host name")
            default: tls(reason(of: error), address)
            }
        case let error as BoringSSLError: tls(tlsReason(error), address)
        default:
            FailureCause(.lost, "connection to \(address) failed: \(text(of: error))")
        }
    }

    private static func text(of error: any Error) -> String {
        TextFormat.printable(String(describing: error).utf8)
    }

    private static func connecting(_ reason: FailureCause, _ address: String) -> FailureCause {
        FailureCause(reason.code, "cannot connect to \(address): \(reason.text)")
    }

    private static func tls(_ reason: FailureCause, _ address: String) -> FailureCause {
        FailureCause(reason.code, "TLS with \(address) failed: \(reason.text)")
    }

    /// Returns the cause of failure for a TLS connection that does not use HTTP/2.
    static func noHTTP2(negotiated: String?, address: String) -> FailureCause {
        let negotiatedProtocol =
            negotiated.map { "\"\(TextFormat.printable($0.utf8))\"" } ?? "nothing"
        return FailureCause(
            .noHTTP2,
            "\(address) does not offer HTTP/2 (ALPN: \(negotiatedProtocol)); check host and port")
    }

    private static func reason(of error: NIOConnectionError) -> FailureCause {
        if let last = error.connectionErrors.last { return reason(of: last.error) }
        if error.dnsAError != nil || error.dnsAAAAError != nil {
            return FailureCause(
                .dns, "the host name cannot be looked up; check its spelling and the network")
        }
        return FailureCause(.dns, "no address was found for the host")
    }

    private static func reason(of error: any Error) -> FailureCause {
        switch error {
        case let error as IOError:
            switch error.errnoCode {
            case ECONNREFUSED: FailureCause(.connectionRefused, systemText(error))
            case ETIMEDOUT: FailureCause(.connectTimeout, systemText(error))
            default: FailureCause(.unreachable, systemText(error))
            }
        case ChannelError.connectTimeout:
            FailureCause(.connectTimeout, "the server did not respond in time")
        case ChannelError.alreadyClosed: FailureCause(.unreachable, closedByServer)
        default: FailureCause(.unreachable, text(of: error))
        }
    }

    /// Returns the system's description of an error number, for instance `Connection refused`.
    private static func systemText(_ error: IOError) -> String {
        // NIO writes "connection reset (error set): Connection refused) (errno: 111)".
        let text = String(describing: error)
        let end = text.firstRange(of: " (errno")?.lowerBound ?? text.endIndex
        let last = text[..<end].split(separator: ": ").last ?? "error \(error.errnoCode)"
        return TextFormat.printable(last.prefix { $0 != ")" }.utf8)
    }

    private static func reason(of error: NIOSSLError) -> FailureCause {
        switch error {
        case .handshakeFailed(let inner): tlsReason(inner)
        case .uncleanShutdown: FailureCause(.unreachable, closedByServer)
        case .unableToValidateCertificate, .noCertificateToValidate: untrusted
        default: FailureCause(.tls, text(of: error))
        }
    }

    private static func reason(of error: NIOSSLExtraError) -> FailureCause {
        switch error {
        case .failedToValidateHostname, .serverHostnameImpossibleToMatch:
            FailureCause(.tlsName, "the certificate is for another name; check the host")
        default: FailureCause(.tls, text(of: error))
        }
    }

    private static let untrusted = FailureCause(
        .tlsUntrusted,
        "the certificate is not trusted; check the trust roots and that this is the right host")

    /// The TLS alerts about a client certificate (RFC 8446 section 6.2), under the names that
    /// BoringSSL gives them.
    private static let clientCertificateAlerts: [(name: String, text: String)] = [
        ("ALERT_CERTIFICATE_EXPIRED", "\(rejected): it has expired; create a new one"),
        ("ALERT_CERTIFICATE_REVOKED", "\(rejected): it was revoked; create a new one"),
        ("ALERT_UNKNOWN_CA", "\(rejected): the server does not know its issuer"),
        ("ALERT_BAD_CERTIFICATE", invalid), ("ALERT_UNSUPPORTED_CERTIFICATE", invalid),
        ("ALERT_CERTIFICATE_UNKNOWN", invalid),
        (
            "ALERT_CERTIFICATE_REQUIRED",
            "the server requires a client certificate; configure a push certificate"
        ),
    ]
    private static let rejected = "the server rejected the client certificate"
    private static let invalid =
        "\(rejected) as invalid; check that it is a push certificate"

    private static func tlsReason(_ error: BoringSSLError) -> FailureCause {
        let text = String(describing: error)
        // A server that closes every connection may do so before or after the first bytes of the
        // handshake; both are reported in the same way.
        if text.contains("EOF during handshake") {
            return FailureCause(.unreachable, closedByServer)
        }
        if text.contains("CERTIFICATE_VERIFY_FAILED") { return untrusted }
        if text.contains("NO_APPLICATION_PROTOCOL") {
            return FailureCause(.noHTTP2, "the server does not offer HTTP/2 (ALPN)")
        }
        if text.contains("WRONG_VERSION_NUMBER") {
            return FailureCause(.tls, "the server does not speak TLS; check the port")
        }
        if text.contains("UNSUPPORTED_PROTOCOL") || text.contains("PROTOCOL_VERSION") {
            return FailureCause(.tls, "the server does not speak TLS 1.2 or later")
        }
        if let alert = clientCertificateAlerts.first(where: { text.contains($0.name) }) {
            return FailureCause(.tlsClientCertificate, alert.text)
        }
        guard let start = text.firstRange(of: "OPENSSL_internal:")?.upperBound else {
            return FailureCause(.tls, "handshake failed")
        }
        return FailureCause(
            .tls, TextFormat.printable(text[start...].prefix { $0.isLetter || $0 == "_" }.utf8))
    }
}
