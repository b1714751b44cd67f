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
/// Documented: a connection with a certificate needs no provider token, and any that is sent is
/// ignored ("Establishing a certificate-based connection to APNs").
public struct SenderCertificate: Hashable, Sendable {
    /// The topics to which the certificate may send.
    public let topics: Set<String>
    /// The environments that accept the certificate; empty means both, as for certificates that
    /// name no environment.
    public let environments: Set<APNSEnvironment>
    public let notValidBefore: Date
    public let notValidAfter: Date
    /// Why the certificate is invalid at any time; `nil` when only its validity period matters.
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

    /// A certificate whose contents cannot be read.
    public static let unreadable = SenderCertificate(problem: "it cannot be read")

    /// Returns why the certificate is invalid at a time; `nil` when it is valid.
    func problem(at now: Date) -> String? {
        if let problem { return problem }
        if now < notValidBefore { return "it is not valid yet" }
        return now > notValidAfter ? "it has expired" : nil
    }

    /// The topic of requests without `apns-topic`: the only topic of the certificate. Documented; a
    /// certificate with several topics requires the header.
    var onlyTopic: String? { topics.count == 1 ? topics.first : nil }

    /// Returns whether the certificate may be used in an environment.
    func works(in environment: APNSEnvironment) -> Bool {
        environments.isEmpty || environments.contains(environment)
    }
}
