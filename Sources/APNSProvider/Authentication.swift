// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth

/// How a client proves to APNs who sends.
public enum Authentication: Sendable {
    /// With provider tokens. Give the same source to every client that uses the key, so that they
    /// share one token. Source: "Establishing a token-based connection to APNs".
    case providerToken(ProviderTokenSource)
    /// With a certificate of one app, in TLS; requests then carry no `authorization`.
    ///
    /// Validity and, on Apple's own hosts, the environment are looked at before each connection is
    /// made: a certificate that is no good any more makes outcomes unknown that were certainly not
    /// processed, with the reason, as a server that cannot be reached does. To know it sooner ask
    /// `ClientCertificate.check(for:at:)` or call ``APNSClient/connect(_:)``. Source: "Establishing
    /// a certificate-based connection to APNs".
    case certificate(ClientCertificate)
}
