// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import SwiftASN1
public import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The properties of one of Apple's push certificates: its topics, its environments and its
/// validity.
///
/// Source: "Establishing a certificate-based connection to APNs" (the topics are in the extensions
/// 1.2.840.113635.100.6.3.6 and, for VoIP, 1.2.840.113635.100.6.3.4). The environment markers are
/// the extensions from which client software in production use determines the environment.
public struct PushCertificate: Sendable {
    /// One topic for which the certificate is valid.
    public struct TopicEntry: Hashable, Sendable {
        /// The topic, for instance `com.example.app.voip`.
        public let topic: String
        /// The kinds of the topic, for instance `app`, `voip` or `complication`.
        public let kinds: [String]

        public init(topic: String, kinds: [String]) {
            self.topic = topic
            self.kinds = kinds
        }
    }

    /// The common name of the subject, for instance `Apple Push Services: com.example.app`.
    public let commonName: String?
    /// The UID of the subject: the bundle identifier, or the topic of an MDM certificate.
    public let userID: String?
    /// The common name of the issuer.
    public let issuerName: String?
    /// The topics from the certificate's extensions. If empty, ``userID`` is the only topic.
    public let topicEntries: [TopicEntry]
    /// The environments that accept the certificate. The set is empty when the certificate has no
    /// environment marker, as for MDM certificates.
    public let environments: Set<APNSEnvironment>
    public let notValidBefore: Date
    public let notValidAfter: Date
    /// The public key, as the bytes of its SubjectPublicKeyInfo.
    public let publicKeyBytes: [UInt8]

    /// Every topic for which the certificate is valid.
    public var topics: [String] {
        topicEntries.isEmpty ? [userID].compactMap { $0 } : topicEntries.map(\.topic)
    }

    /// Reads the properties of a certificate.
    ///
    /// - Throws: ``PushCertificateError/badTopics`` when the extension that lists the topics cannot
    ///   be read.
    public init(_ certificate: Certificate) throws(PushCertificateError) {
        let subject = certificate.subject
        commonName = subject.first(CertificateOID.commonName)
        userID = subject.first(CertificateOID.userID)
        issuerName = certificate.issuer.first(CertificateOID.commonName)
        notValidBefore = certificate.notValidBefore
        notValidAfter = certificate.notValidAfter
        do { publicKeyBytes = try certificate.publicKey.serializeAsPEM().derBytes } catch {
            throw .notACertificate
        }
        let extensions = certificate.extensions
        var environments: Set<APNSEnvironment> = []
        if extensions[oid: CertificateOID.sandbox] != nil { environments.insert(.sandbox) }
        if extensions[oid: CertificateOID.production] != nil { environments.insert(.production) }
        self.environments = environments
        topicEntries = try PushTopics.read(extensions)
    }

    /// Reads the first certificate of a text in PEM, or of bytes in DER.
    public init(reading bytes: [UInt8]) throws(PushCertificateError) {
        let certificate: Certificate
        do {
            if bytes.first == UInt8(ascii: "0") {  // 0x30, the tag of a SEQUENCE in DER
                certificate = try Certificate(derEncoded: bytes)
            } else {
                let blocks = try PEMDocument.parseMultiple(
                    pemString: String(decoding: bytes, as: UTF8.self))
                guard let block = blocks.first(where: { $0.discriminator == "CERTIFICATE" }) else {
                    throw PushCertificateError.notACertificate
                }
                certificate = try Certificate(pemDocument: block)
            }
        } catch { throw .notACertificate }
        try self.init(certificate)
    }
}

/// The reason why bytes are not a push certificate.
public enum PushCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    case notACertificate
    case badTopics

    public var description: String {
        switch self {
        case .notACertificate:
            "this is not a certificate; use the .cer or .pem file from Apple's developer site, or "
                + "the .p12 file that Keychain Access exports"
        case .badTopics: "the certificate's list of topics cannot be read; download it again"
        }
    }
}
