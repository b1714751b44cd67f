// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
import Diagnostics
import Foundation
import ProjectDoctor
import SwiftASN1
import X509

/// Credentials that are created for tests.
enum CredentialExample {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    static func facts(_ change: (inout CredentialFacts) throws -> Void) rethrows
        -> CredentialFacts
    {
        var facts = CredentialFacts(now: now)
        try change(&facts)
        return facts
    }

    /// The findings, each as `rule: severity`.
    static func findings(_ change: (inout CredentialFacts) throws -> Void) rethrows -> [String] {
        ProjectExamination(of: try facts(change)).diagnostics.map {
            "\($0.rule): \($0.severity.rawValue)"
        }
    }

    static func key() throws -> ProviderKey {
        try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
    }

    static func token(
        _ key: ProviderKey, minutesOld: Double
    ) throws -> Result<UnverifiedProviderToken, ProviderTokenFormatError> {
        let text = try ProviderToken(signedBy: key, issuedAt: now - minutesOld * 60).text
        return .success(try UnverifiedProviderToken(text))
    }

    /// A certificate of the form that Apple issues, with its public key.
    static func certificate(
        topics: [(String, String)] = [
            ("com.example.app", "app"), ("com.example.app.voip", "voip"),
        ],
        markers: [UInt] = [1, 2], from: Double = -10, until days: Double = 300
    ) throws -> (pem: String, keyBytes: [UInt8]) {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            CommonName("Apple Push Services: com.example.app")
        }
        var extensions = Certificate.Extensions()
        for marker in markers {
            try extensions.append(
                Certificate.Extension(
                    oid: [1, 2, 840, 113_635, 100, 6, 3, marker], critical: false,
                    value: ArraySlice([0x05, 0x00])))
        }
        if !topics.isEmpty {
            try extensions.append(
                Certificate.Extension(
                    oid: [1, 2, 840, 113_635, 100, 6, 3, 6], critical: false,
                    value: ArraySlice(try topicList(topics))))
        }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(),
            publicKey: .init(key.publicKey), notValidBefore: now + from * 86400,
            notValidAfter: now + days * 86400, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
            issuerPrivateKey: .init(key))
        return (
            try certificate.serializeAsPEM().pemString, Array(key.publicKey.derRepresentation)
        )
    }

    private static func topicList(_ topics: [(String, String)]) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { list in
            for (topic, kind) in topics {
                try list.serialize(ASN1UTF8String(topic))
                try list.appendConstructedNode(identifier: .sequence) { inner in
                    try inner.serialize(ASN1UTF8String(kind))
                }
            }
        }
        return serializer.serializedBytes
    }

    static func file(
        _ certificate: (pem: String, keyBytes: [UInt8]), hasKey: Bool = true
    ) throws -> CredentialFacts.CertificateFile {
        CredentialFacts.CertificateFile(
            path: "push.pem",
            certificate: .success(try PushCertificate(reading: Array(certificate.pem.utf8))),
            keyBytes: hasKey ? certificate.keyBytes : nil)
    }
}
