// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An authority that signs push certificates, as Apple's does.
struct SenderAuthority: Sendable {
    /// A certificate with its key, and the chain if there are intermediate authorities.
    struct Identity: Sendable {
        let certificatePEM: String
        let privateKeyPEM: String
    }

    private let key: Certificate.PrivateKey
    private let certificate: Certificate
    /// The authorities between this one and the root, this one first.
    private let chain: [Certificate]
    let certificatePEM: String

    /// - Parameter issuer: the issuer; self-signed when `nil`.
    init(signedBy issuer: SenderAuthority? = nil, named name: String = "Test root") throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let now = TimeSource.system.now
        let subject = try DistinguishedName { CommonName(name) }
        certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key.publicKey,
            notValidBefore: now - 86400, notValidAfter: now + 86400,
            issuer: issuer?.certificate.subject ?? subject, subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
            },
            issuerPrivateKey: issuer?.key ?? key)
        self.key = key
        chain = issuer == nil ? [] : [certificate]
        certificatePEM = try certificate.serializeAsPEM().pemString
    }

    /// - Parameter secondsLeft: the time until the certificate expires; negative if it has expired.
    func issue(
        topics: [String] = [Site.bundleID], environment: APNSEnvironment = .sandbox,
        secondsLeft: Double = 3600
    ) throws -> Identity {
        let own = P256.Signing.PrivateKey()
        let now = TimeSource.system.now
        var list = DER.Serializer()
        try list.appendConstructedNode(identifier: .sequence) { entries in
            for topic in topics {
                try entries.serialize(ASN1UTF8String(topic))
                try entries.appendConstructedNode(identifier: .sequence) { kinds in
                    try kinds.serialize(ASN1UTF8String("app"))
                }
            }
        }
        let marker: ASN1ObjectIdentifier =
            environment == .sandbox
            ? [1, 2, 840, 113_635, 100, 6, 3, 1] : [1, 2, 840, 113_635, 100, 6, 3, 2]
        var extensions = Certificate.Extensions()
        try extensions.append(.init(oid: marker, critical: false, value: [5, 0]))
        try extensions.append(
            .init(
                oid: [1, 2, 840, 113_635, 100, 6, 3, 6], critical: false,
                value: list.serializedBytes[...]))
        let leaf = try Certificate(
            version: .v3, serialNumber: .init(),
            publicKey: Certificate.PublicKey(own.publicKey), notValidBefore: now - 3600,
            notValidAfter: now + secondsLeft, issuer: certificate.subject,
            subject: DistinguishedName { CommonName("Apple Push Services: test") },
            signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: key)
        return Identity(
            certificatePEM: try ([leaf] + chain).map { try $0.serializeAsPEM().pemString }
                .joined(separator: "\n"),
            privateKeyPEM: own.pemRepresentation)
    }
}
