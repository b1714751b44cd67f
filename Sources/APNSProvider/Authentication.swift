// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth

/// The method by which a client authenticates to APNs.
public enum Authentication: Sendable {
    /// Authentication with provider tokens. Give every client with the same key the same source, so
    /// that these clients share one token. Source: "Establishing a token-based connection to APNs".
    case providerToken(ProviderTokenSource)
    /// Authentication with the certificate of one app, which is presented in the TLS handshake;
    /// requests have no `authorization` header.
    ///
    /// Before each connection, the client checks the certificate's validity and, for Apple's own
    /// hosts, its environment. If the certificate is invalid, nothing is sent, and requests end as
    /// if the server were unreachable: with ``PushOutcome/unknown(_:)``, which states the cause,
    /// and with ``UnknownOutcome/mayHaveBeenProcessed`` set to `false`. To find an invalid
    /// certificate earlier, call `ClientCertificate.check(for:at:)` or ``APNSClient/connect(_:)``.
    /// Source: "Establishing a certificate-based connection to APNs".
    case certificate(ClientCertificate)
}
