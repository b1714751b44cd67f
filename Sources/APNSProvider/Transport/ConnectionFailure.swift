// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL

/// Says in one line why a connection could not be made or was lost.
enum ConnectionFailure {
    static let closedByServer = "the server closed the connection"

    /// Whether an error only says that the other end closed.
    static func isPlainClose(_ error: any Error) -> Bool {
        if case NIOSSLError.uncleanShutdown = error { true } else { false }
    }

    static func words(for error: any Error, connectingTo place: String) -> String {
        switch error {
        case let error as NIOConnectionError: "cannot connect to \(place): \(reason(of: error))"
        case is ChannelError: "cannot connect to \(place): \(reason(of: error))"
        case let error as IOError: "connection to \(place) lost: \(systemText(error))"
        case let error as NIOSSLError: tlsWords(error, place)
        case let error as NIOSSLExtraError: extraWords(error, place)
        case let error as BoringSSLError: "TLS with \(place) failed: \(tlsReason(error))"
        default: "connection to \(place) failed: \(Words.printable(String(describing: error).utf8))"
        }
    }

    /// For a TLS connection that came about without HTTP/2.
    static func noHTTP2(negotiated: String?, place: String) -> String {
        let spoken = negotiated.map { "\"\(Words.printable($0.utf8))\"" } ?? "nothing"
        return "\(place) does not offer HTTP/2 (ALPN: \(spoken)); check host and port"
    }

    private static func reason(of error: NIOConnectionError) -> String {
        if let last = error.connectionErrors.last { return reason(of: last.error) }
        if error.dnsAError != nil || error.dnsAAAAError != nil {
            return "the host name cannot be looked up; check its spelling and the network"
        }
        return "no address was found for the host"
    }

    private static func reason(of error: any Error) -> String {
        switch error {
        case let error as IOError: systemText(error)
        case ChannelError.connectTimeout: "it did not answer in time"
        case ChannelError.alreadyClosed: closedByServer
        default: Words.printable(String(describing: error).utf8)
        }
    }

    /// The system's own words for an error number, for instance `Connection refused`.
    private static func systemText(_ error: IOError) -> String {
        // NIO writes "connection reset (error set): Connection refused) (errno: 111)".
        let text = String(describing: error)
        let end = text.firstRange(of: " (errno")?.lowerBound ?? text.endIndex
        let words = text[..<end].split(separator: ": ").last ?? "error \(error.errnoCode)"
        return Words.printable(words.prefix { $0 != ")" }.utf8)
    }

    private static func tlsWords(_ error: NIOSSLError, _ place: String) -> String {
        switch error {
        case .handshakeFailed(let inner): "TLS with \(place) failed: \(tlsReason(inner))"
        case .unableToValidateCertificate, .noCertificateToValidate:
            "TLS with \(place) failed: \(untrusted)"
        default: "TLS with \(place) failed: \(Words.printable(String(describing: error).utf8))"
        }
    }

    private static func extraWords(_ error: NIOSSLExtraError, _ place: String) -> String {
        switch error {
        case .failedToValidateHostname, .serverHostnameImpossibleToMatch:
            "TLS with \(place) failed: the certificate is for another name; check the host"
        case .cannotUseIPAddressInSNI, .invalidSNIHostname:
            "cannot connect to \(place): the server name must be a host name"
        default: "TLS with \(place) failed: \(Words.printable(String(describing: error).utf8))"
        }
    }

    private static let untrusted =
        "the certificate is not trusted; check the trust roots and that this is the right host"

    /// What servers say about a client's certificate (RFC 8446 section 6.2), by BoringSSL's names.
    private static let clientCertificateAlerts: [(name: String, words: String)] = [
        ("ALERT_CERTIFICATE_EXPIRED", "it has expired; make a new one"),
        ("ALERT_CERTIFICATE_REVOKED", "it was revoked; make a new one"),
        ("ALERT_UNKNOWN_CA", "it is of an authority that is unknown there"),
        ("ALERT_BAD_CERTIFICATE", "it is no good; check that it is a push certificate"),
        ("ALERT_UNSUPPORTED_CERTIFICATE", "it is no good; check that it is a push certificate"),
        ("ALERT_CERTIFICATE_UNKNOWN", "it is no good; check that it is a push certificate"),
        ("ALERT_CERTIFICATE_REQUIRED", "it needs one; give a push certificate"),
    ]

    private static func tlsReason(_ error: BoringSSLError) -> String {
        let text = String(describing: error)
        if text.contains("CERTIFICATE_VERIFY_FAILED") { return untrusted }
        if text.contains("NO_APPLICATION_PROTOCOL") {
            return "the server does not offer HTTP/2 (ALPN)"
        }
        if text.contains("WRONG_VERSION_NUMBER") {
            return "the server does not speak TLS; check the port"
        }
        if text.contains("UNSUPPORTED_PROTOCOL") || text.contains("PROTOCOL_VERSION") {
            return "the server does not speak TLS 1.2 or later"
        }
        if let alert = clientCertificateAlerts.first(where: { text.contains($0.name) }) {
            return "the server refused the client certificate: \(alert.words)"
        }
        guard let start = text.firstRange(of: "OPENSSL_internal:")?.upperBound else {
            return "handshake failed"
        }
        return Words.printable(text[start...].prefix { $0.isLetter || $0 == "_" }.utf8)
    }
}
