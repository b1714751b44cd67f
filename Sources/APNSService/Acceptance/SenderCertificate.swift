// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The certificate that a connection came with, as far as the service judges it.
///
/// Documented: a connection with a certificate needs no provider token, and one that is sent is
/// ignored ("Establishing a certificate-based connection to APNs").
public struct SenderCertificate: Hashable, Sendable {
    /// The topics it may be used for.
    public let topics: Set<String>
    /// Which APNs takes it; empty for both, as of certificates without a marker.
    public let environments: Set<APNSEnvironment>
    public let notValidBefore: Date
    public let notValidAfter: Date
    /// Why it is no good whatever the time is; `nil` when it is.
    let fault: String?

    /// - Parameter isTrusted: whether an authority signed it that the service knows.
    public init(
        topics: Set<String>, environments: Set<APNSEnvironment>, notValidBefore: Date,
        notValidAfter: Date, isTrusted: Bool
    ) {
        self.topics = topics
        self.environments = environments
        self.notValidBefore = notValidBefore
        self.notValidAfter = notValidAfter
        fault =
            if !isTrusted {
                "no authority that is known here signed it"
            } else if topics.isEmpty {
                "it names no topic, so it is no push certificate"
            } else {
                nil
            }
    }

    private init(fault: String) {
        topics = []
        environments = []
        notValidBefore = .distantPast
        notValidAfter = .distantFuture
        self.fault = fault
    }

    /// One whose contents cannot be read.
    public static let unreadable = SenderCertificate(fault: "it cannot be read")

    /// Why it is not taken at a time; `nil` when it is.
    func fault(at now: Date) -> String? {
        if let fault { return fault }
        if now < notValidBefore { return "it is not valid yet" }
        return now > notValidAfter ? "it has expired" : nil
    }

    /// The topic that is meant when a request names none: documented for certificates that do not
    /// list several.
    var onlyTopic: String? { topics.count == 1 ? topics.first : nil }

    /// Whether it may be used with an environment.
    func works(in environment: APNSEnvironment) -> Bool {
        environments.isEmpty || environments.contains(environment)
    }
}
