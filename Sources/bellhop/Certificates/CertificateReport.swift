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

/// The report of `bellhop cert inspect` on a certificate.
struct CertificateReport {
    let file: CertificateFile
    let certificate: PushCertificate
    let now: Date
    /// The reasons why APNs would refuse the certificate or why a sender could not use it; empty if
    /// there are none.
    let problems: [ClientCertificateError]

    init(
        _ file: CertificateFile, environment: APNSEnvironment?, now: Date
    ) throws(PushCertificateError) {
        self.file = file
        self.now = now
        certificate = try PushCertificate(file.leaf)
        let problem = certificate.fault(in: environment, at: now)
        problems = [problem, file.isKeyMatching == false ? .keyMismatch : nil].compactMap { $0 }
    }

    private var daysLeft: Int {
        Int(saturating: certificate.notValidAfter.timeIntervalSince(now) / 86400, rounded: .down)
    }

    private var tokenOnly: [String] { PushCertificate.tokenOnlyPushTypes.map(\.rawValue) }

    private func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }

    /// The report as text for people.
    var text: String {
        let topics = certificate.topicEntries.map { entry in
            entry.topic
                + (entry.kinds.isEmpty ? "" : " (\(entry.kinds.joined(separator: ", ")))")
        }
        let environments = certificate.environments.map(\.rawValue).sorted()
        let sends = certificate.pushTypes.map(\.rawValue)
        var lines = [
            "name          \(certificate.commonName ?? "none")",
            "app           \(certificate.bundleID ?? certificate.userID ?? "none")",
            "signed by     \(certificate.issuerName ?? "unknown")",
        ]
        lines += (topics.isEmpty ? certificate.topics : topics).map { "topic         \($0)" }
        lines += [
            "environments  "
                + (environments.isEmpty ? "not specified" : environments.joined(separator: ", ")),
            "valid         \(day(certificate.notValidBefore)) to "
                + "\(day(certificate.notValidAfter)) (\(remaining))",
            "private key   \(keyState)",
            "chain         \(file.issuers.count + 1) "
                + (file.issuers.isEmpty ? "certificate" : "certificates"),
            "sends         " + (sends.isEmpty ? "nothing" : sends.joined(separator: ", ")),
            "token only    \(tokenOnly.joined(separator: ", ")): these require a provider token",
        ]
        lines += problems.map { "refused       \($0)" }
        // The names come from the file and may contain any characters, including characters that
        // control a terminal.
        return lines.map { TerminalText.text($0) }.joined(separator: "\n")
    }

    private var remaining: String {
        switch daysLeft {
        case ..<0: "expired"
        case 1: "1 day left"
        default: "\(daysLeft) days left"
        }
    }

    private var keyState: String {
        switch file.isKeyMatching {
        case true?: "the key belongs to this certificate"
        case false?: "the key does NOT belong to this certificate"
        case nil: "the file does not contain it, but sending requires it"
        }
    }

    func jsonText() -> String {
        let entries = certificate.topics.map { topic -> JSONValue in
            let kinds = certificate.topicEntries.first { $0.topic == topic }?.kinds ?? []
            return .object([
                "topic": .string(topic), "kinds": .array(kinds.map(JSONValue.string)),
            ])
        }
        let environments = certificate.environments.map(\.rawValue).sorted()
        let pushTypes = certificate.pushTypes.map { JSONValue.string($0.rawValue) }
        var object: JSONObject = [
            "form": .string(file.form.rawValue), "topics": .array(entries),
            "environments": .array(environments.map(JSONValue.string)),
            "not_before": .string(certificate.notValidBefore.formatted(.iso8601)),
            "not_after": .string(certificate.notValidAfter.formatted(.iso8601)),
            "days_left": .number(JSONNumber(daysLeft)),
            "has_private_key": .bool(file.hasPrivateKey),
            "certificate_count": .number(JSONNumber(file.issuers.count + 1)),
            "is_for_device_management": .bool(certificate.isForDeviceManagement),
            "push_types": .array(pushTypes),
            "token_only_push_types": .array(tokenOnly.map(JSONValue.string)),
            "faults": .array(problems.map { .string($0.description) }),
        ]
        object["common_name"] = certificate.commonName.map(JSONValue.string)
        object["bundle_id"] = certificate.bundleID.map(JSONValue.string)
        object["user_id"] = certificate.userID.map(JSONValue.string)
        object["issuer"] = certificate.issuerName.map(JSONValue.string)
        object["is_key_matching"] = file.isKeyMatching.map(JSONValue.bool)
        return JSONWriter.text(.object(object), style: .indented)
    }
}
