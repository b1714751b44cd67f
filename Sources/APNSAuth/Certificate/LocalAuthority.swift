// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A local certificate authority for the simulator's TLS.
///
/// The authority signs two kinds of certificates: a server certificate for the names under which
/// clients reach a simulator, and push certificates for tests. Trust ``certificatePEM`` in tests
/// only, and protect its private key like the private key of any authority.
public struct LocalAuthority: Sendable {
    let key: Certificate.PrivateKey
    let certificate: Certificate
    /// The authority's own certificate, which clients have to trust.
    public let certificatePEM: String
    /// The authority's private key, PKCS#8. It is secret.
    public let privateKeyPEM: String

    /// The lifetimes of certificates in seconds: ten years for the authority's own certificate, and
    /// 820 days for a server certificate, because Apple's platforms reject server certificates that
    /// are valid for longer than 825 days.
    static let authorityLifetime: TimeInterval = 3650 * 86400
    static let serverLifetime: TimeInterval = 820 * 86400

    /// Makes a new authority.
    public init(now: Date) throws {
        let privateKey = P256.Signing.PrivateKey()
        let key = Certificate.PrivateKey(privateKey)
        let name = try DistinguishedName {
            OrganizationName("Bellhop")
            CommonName("Bellhop local test authority")
        }
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - 86400, notValidAfter: now + Self.authorityLifetime, issuer: name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key)
        self.key = key
        certificatePEM = try certificate.serializeAsPEM().pemString + "\n"
        privateKeyPEM = privateKey.pemRepresentation + "\n"
    }

    /// Restores an existing authority.
    public init(certificatePEM: String, privateKeyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = Certificate.PrivateKey(try P256.Signing.PrivateKey(pemRepresentation: privateKeyPEM))
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }

    /// Returns whether the authority is still valid for at least a day.
    public func isValid(now: Date) -> Bool { now + 86400 < certificate.notValidAfter }

    /// A server certificate with its key.
    public struct ServerIdentity: Sendable {
        public let certificatePEM: String
        /// The private key in PKCS#8 form. It is secret.
        public let privateKeyPEM: String

        /// Restores an existing identity.
        public init(certificatePEM: String, privateKeyPEM: String) {
            self.certificatePEM = certificatePEM
            self.privateKeyPEM = privateKeyPEM
        }
    }

    /// Signs a server certificate for host names and IP addresses (4 or 16 bytes each).
    public func makeServerIdentity(
        hostNames: [String], ipAddresses: [[UInt8]], now: Date
    ) throws -> ServerIdentity {
        let serverKey = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(serverKey.publicKey)
        let names =
            hostNames.map { GeneralName.dnsName($0) }
            + ipAddresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        let server = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now - 86400, notValidAfter: now + Self.serverLifetime,
            issuer: certificate.subject,
            subject: try DistinguishedName { CommonName(hostNames.first ?? "localhost") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names)
                try certificate.extensions.subjectKeyIdentifier.map {
                    AuthorityKeyIdentifier(keyIdentifier: $0.keyIdentifier)
                } ?? AuthorityKeyIdentifier()
            },
            issuerPrivateKey: key)
        return ServerIdentity(
            certificatePEM: try server.serializeAsPEM().pemString + "\n",
            privateKeyPEM: serverKey.pemRepresentation + "\n")
    }
}
