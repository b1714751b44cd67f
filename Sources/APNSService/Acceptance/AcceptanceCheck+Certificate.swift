// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Checks of senders that use a certificate. Source: "Establishing a certificate-based connection
/// to APNs".
extension AcceptanceCheck {
    /// `BadCertificate`: the certificate must be valid now, and a trusted authority must have
    /// signed it. Bellhop chose to reject the request rather than to fail the TLS handshake.
    static let certificate = AcceptanceCheck("certificate", .credentials) { request, _ in
        guard let problem = request.certificate?.problem(at: request.tokenNow) else { return nil }
        return Refusal(.badCertificate, because: "the client certificate is invalid: \(problem)")
    }

    /// `BadCertificateEnvironment`: the certificate is for the other environment. Developers report
    /// that APNs ends such a connection immediately; see
    /// ``ServiceOptions/endsConnectionOfOtherEnvironment``.
    static let certificateEnvironment = AcceptanceCheck("certificate environment", .credentials) {
        request, _ in
        guard let certificate = request.certificate, !certificate.works(in: request.environment)
        else { return nil }
        return Refusal(
            .badCertificateEnvironment,
            because: "the client certificate is valid only for "
                + "\(request.environment.other.rawValue), but the request was sent to "
                + request.environment.rawValue)
    }

    /// `TopicDisallowed`: the certificate must list the topic, and the push type must permit
    /// certificates.
    static func certificateRefusal(_ request: Inspection) -> Refusal? {
        guard let certificate = request.certificate, let topic = request.topic else { return nil }
        guard request.pushType.traits.authentication.contains(.certificate) else {
            return Refusal(
                .topicDisallowed,
                because: "\(request.pushType.rawValue) pushes require a provider token")
        }
        guard certificate.topics.contains(topic.text) else {
            return Refusal(
                .topicDisallowed,
                because: "the client certificate does not list \(topic.text.prefix(255))")
        }
        return nil
    }
}
