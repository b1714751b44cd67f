// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LocalAuthority {
    /// The lifetime of a push certificate in seconds: a year and a month, as for Apple's push
    /// certificates.
    public static let pushCertificateLifetime: TimeInterval = 395 * 86400

    /// Returns the topics that Apple's push certificate for an app lists: the topics for alerts,
    /// VoIP and complications.
    public static func usualTopics(bundleID: String) -> [PushCertificate.TopicEntry] {
        [PushType.alert, .voip, .complication].map { type in
            .init(
                topic: bundleID + type.traits.topicSuffix,
                kinds: [type == .alert ? "app" : type.rawValue])
        }
    }

    /// Signs a push certificate for tests, in the form of Apple's push certificates. Only servers
    /// that trust this authority accept it; Apple's servers do not.
    ///
    /// - Parameters:
    ///   - bundleID: the app's bundle identifier, for instance `com.example.app`.
    ///   - environments: the environments whose markers the certificate contains.
    ///   - topics: the topics that the certificate lists. If `nil`, the certificate lists the
    ///     topics from ``usualTopics(bundleID:)``. If empty, the certificate contains no list.
    ///   - validFrom: the start of the certificate's validity; by default, a day before `now`.
    ///   - validUntil: the end of the certificate's validity; by default,
    ///     ``pushCertificateLifetime`` after `now`.
    public func makePushCertificate(
        bundleID: String, environments: Set<APNSEnvironment> = Set(APNSEnvironment.allCases),
        topics: [PushCertificate.TopicEntry]? = nil, now: Date, validFrom: Date? = nil,
        validUntil: Date? = nil
    ) throws -> ClientCertificate {
        let privateKey = P256.Signing.PrivateKey()
        let name =
            (environments == [.sandbox] ? "Apple Sandbox Push Services: " : "Apple Push Services: ")
            + bundleID
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(privateKey.publicKey),
            notValidBefore: validFrom ?? now - 86400,
            notValidAfter: validUntil ?? now + Self.pushCertificateLifetime,
            issuer: certificate.subject,
            subject: DistinguishedName([
                .init(.init(type: CertificateOID.userID, utf8String: bundleID)),
                .init(.init(type: CertificateOID.commonName, utf8String: name)),
            ]), signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try pushExtensions(
                environments, topics ?? Self.usualTopics(bundleID: bundleID)),
            issuerPrivateKey: key)
        let pem =
            try leaf.serializeAsPEM().pemString + "\n" + certificatePEM
            + privateKey.pemRepresentation
        return try ClientCertificate(reading: Array(pem.utf8))
    }

    private func pushExtensions(
        _ environments: Set<APNSEnvironment>, _ topics: [PushCertificate.TopicEntry]
    ) throws -> Certificate.Extensions {
        var extensions = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
            try ExtendedKeyUsage([.clientAuth])
            try certificate.extensions.subjectKeyIdentifier.map {
                AuthorityKeyIdentifier(keyIdentifier: $0.keyIdentifier)
            } ?? AuthorityKeyIdentifier()
        }
        let null: ArraySlice<UInt8> = [5, 0]
        for (environment, oid) in [
            (APNSEnvironment.sandbox, CertificateOID.sandbox),
            (.production, CertificateOID.production),
        ] where environments.contains(environment) {
            try extensions.append(.init(oid: oid, critical: false, value: null))
        }
        if !topics.isEmpty {
            let list = try PushTopics.bytes(topics)
            try extensions.append(
                .init(oid: CertificateOID.topics, critical: false, value: list[...]))
        }
        return extensions
    }
}
