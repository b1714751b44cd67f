// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth

/// How a client authenticates to APNs.
public enum Authentication: Sendable {
    /// Authentication with provider tokens. Use the same source for every client with the same key,
    /// so that they share one token. Source: "Establishing a token-based connection to APNs".
    case providerToken(ProviderTokenSource)
    /// Authentication with the certificate of one app, which is presented in the TLS handshake;
    /// requests have no `authorization` header.
    ///
    /// The validity and, for Apple's own hosts, the environment are checked before each connection.
    /// With an invalid certificate, requests end as with an unreachable server: the outcome is
    /// unknown and states the reason, and the requests were certainly not processed. To find an
    /// invalid certificate earlier, call `ClientCertificate.check(for:at:)` or
    /// ``APNSClient/connect(_:)``. Source: "Establishing a certificate-based connection to APNs".
    case certificate(ClientCertificate)
}
