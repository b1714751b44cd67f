// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Diagnostics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CredentialCheck {
    static let certificateUnusable = CredentialCheck(
        "certificate-unusable", .error, "the certificate cannot be used to send",
        why: "APNs identifies a sender by its certificate and requires proof that the sender has "
            + "the private key.",
        remedy: "export certificate and private key together as a .p12 file, or put both into one "
            + ".pem file",
        wrong: "bellhop doctor --cert aps.cer", right: "bellhop doctor --cert push.p12",
        claim: .documented("Establishing a certificate-based connection to APNs")
    ) { facts, report in
        guard let file = facts.certificateFile else { return }
        let location = Diagnostic.Location(file: file.path)
        switch file.certificate {
        case .failure(let error): report.add(error.description, at: location, remedy: "")
        case .success(let certificate):
            report.markExamined(certificate.commonName ?? file.path)
            if let key = file.keyBytes {
                if key != certificate.publicKeyBytes {
                    report.add(
                        "the private key belongs to another certificate", at: location)
                }
            } else {
                report.add("the certificate's private key is missing", at: location)
            }
        }
    }

    /// The number of remaining days below which the expiry of a certificate is reported.
    static let certificateDaysLeftMin = 30.0

    static let certificateExpiry = CredentialCheck(
        "certificate-expired", .error, "the certificate is not valid today",
        why: "A push certificate is valid for about a year. After that, APNs refuses the "
            + "connection.",
        remedy: "create a new certificate on Apple's developer site, or use a .p8 key, which does "
            + "not expire",
        wrong: "bellhop doctor --cert push-2023.pem", right: "bellhop doctor --cert push.pem",
        claim: .documented("Establishing a certificate-based connection to APNs")
    ) { facts, report in
        guard let certificate = facts.certificate else { return }
        let location = facts.certificateLocation
        let days = certificate.notValidAfter.timeIntervalSince(facts.now) / 86400
        report.markExamined("until \(certificate.notValidAfter.formatted(.iso8601))")
        if days < 0 {
            report.add("the certificate expired \(Int(saturating: -days)) days ago", at: location)
        } else if days < certificateDaysLeftMin {
            report.add(
                "the certificate expires in \(Int(saturating: days)) days", at: location,
                severity: .warning)
        }
        if certificate.notValidBefore > facts.now {
            report.add(
                "the certificate is not valid before "
                    + certificate.notValidBefore.formatted(.iso8601), at: location,
                remedy: "check this machine's clock")
        }
    }

    static let certificateEnvironment = CredentialCheck(
        "certificate-environment", .error, "the certificate is for the other environment",
        why: "A certificate is issued for sandbox, for production or for both. In an environment "
            + "for which it is not issued, APNs returns BadCertificateEnvironment.",
        remedy: "use a certificate for that environment, or one for both",
        wrong: "bellhop doctor --cert sandbox.pem --to production",
        right: "bellhop doctor --cert sandbox.pem --to sandbox",
        claim: .reported("production clients determine the environment from the certificate")
    ) { facts, report in
        guard let certificate = facts.certificate, !certificate.environments.isEmpty else { return }
        let names = certificate.environments.map(\.rawValue).sorted().joined(separator: " and ")
        report.markExamined(names)
        if let wanted = facts.environment, !certificate.environments.contains(wanted) {
            report.add(
                "the certificate is for \(names), but notifications are sent to \(wanted.rawValue)",
                at: facts.certificateLocation)
        }
    }

    static let certificateTopic = CredentialCheck(
        "certificate-topic", .error, "the certificate does not cover the topic",
        why: "A certificate belongs to one app and lists its topics. For another topic, APNs "
            + "returns TopicDisallowed or BadTopic.",
        remedy: "use the certificate of this app; a .p8 key covers every app of the team",
        wrong: "bellhop doctor --cert other-app.pem --topic com.example.app",
        right: "bellhop doctor --cert push.pem --topic com.example.app",
        claim: .documented("Establishing a certificate-based connection to APNs")
    ) { facts, report in
        guard let certificate = facts.certificate else { return }
        let topics = certificate.topics
        guard !topics.isEmpty else {
            report.add(
                "the certificate names no topic, so it is not a push certificate",
                at: facts.certificateLocation)
            return
        }
        report.markExamined(topics.joined(separator: ", "))
        if let topic = facts.topic, !topics.contains(topic) {
            report.add(
                "the topic \(topic.prefix(100)) is not one of \(topics.joined(separator: ", "))",
                at: facts.certificateLocation)
        }
    }
}

extension CredentialFacts {
    var certificate: PushCertificate? { try? certificateFile?.certificate.get() }

    var certificateLocation: Diagnostic.Location {
        Diagnostic.Location(file: certificateFile?.path ?? "certificate")
    }
}
