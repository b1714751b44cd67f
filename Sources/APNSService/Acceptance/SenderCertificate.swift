// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The properties of a connection's client certificate that the service checks.
///
/// Apple documents that a connection with a certificate needs no provider token, and that APNs
/// ignores any provider token on it ("Establishing a certificate-based connection to APNs").
public struct SenderCertificate: Hashable, Sendable {
    /// The topics to which the certificate may send.
    public let topics: Set<String>
    /// The environments that accept the certificate. An empty set means both, as for certificates
    /// without an environment marker.
    public let environments: Set<APNSEnvironment>
    public let notValidBefore: Date
    public let notValidAfter: Date
    /// The reason why the certificate is invalid regardless of the time; `nil` when only its
    /// validity period matters.
    let problem: String?

    /// - Parameter isTrusted: whether an authority that the service trusts signed the certificate.
    public init(
        topics: Set<String>, environments: Set<APNSEnvironment>, notValidBefore: Date,
        notValidAfter: Date, isTrusted: Bool
    ) {
        self.topics = topics
        self.environments = environments
        self.notValidBefore = notValidBefore
        self.notValidAfter = notValidAfter
        problem =
            if !isTrusted {
                "it is not signed by an authority that the simulator trusts"
            } else if topics.isEmpty {
                "it contains no topic, so it is not a push certificate"
            } else {
                nil
            }
    }

    private init(problem: String) {
        topics = []
        environments = []
        notValidBefore = .distantPast
        notValidAfter = .distantFuture
        self.problem = problem
    }

    /// The value for a certificate whose contents cannot be read.
    public static let unreadable = SenderCertificate(problem: "it cannot be read")

    /// Returns the reason why the certificate is invalid at the given time; `nil` when it is valid.
    func problem(at now: Date) -> String? {
        if let problem { return problem }
        if now < notValidBefore { return "it is not valid yet" }
        return now > notValidAfter ? "it has expired" : nil
    }

    /// The topic of requests without `apns-topic`, which is the only topic of the certificate.
    /// Apple documents that a certificate with several topics requires the header.
    var onlyTopic: String? { topics.count == 1 ? topics.first : nil }

    /// Returns whether the certificate may be used in an environment.
    func works(in environment: APNSEnvironment) -> Bool {
        environments.isEmpty || environments.contains(environment)
    }
}
