// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import SwiftASN1

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A push certificate with its private key: how a sender proves who it is without provider tokens.
///
/// One certificate is for one app, and lasts about a year. Some push types take provider tokens
/// only (``PushCertificate/tokenOnlyPushTypes``). Source: "Establishing a certificate-based
/// connection to APNs".
public struct ClientCertificate: Sendable {
    /// What it may be used for.
    public let certificate: PushCertificate
    /// The certificate and those that signed it, as far as they are known, in DER.
    public let chain: [[UInt8]]
    /// The private key, PKCS#8 in DER. Secret.
    package let privateKeyDER: [UInt8]

    /// Takes what a file holds.
    ///
    /// - Throws: ``ClientCertificateError`` when there is no private key, when it is another
    ///   certificate's, or when the certificate is none for sending. Validity in time is not looked
    ///   at: see ``check(for:at:)``.
    public init(_ file: CertificateFile) throws(ClientCertificateError) {
        guard let key = file.key else { throw .noPrivateKey }
        guard file.isKeyMatching == true else { throw .keyMismatch }
        do { certificate = try PushCertificate(file.leaf) } catch {
            throw error == .badTopics ? .badTopics : .damaged("certificate")
        }
        guard !certificate.topics.isEmpty else { throw .noTopics }
        privateKeyDER = key.pkcs8
        do {
            chain = try ([file.leaf] + file.issuers).map { try $0.serializeAsPEM().derBytes }
        } catch { throw .damaged("certificate") }
    }

    /// Reads the bytes of a file: `.p12`, or PEM.
    ///
    /// - Parameters:
    ///   - key: the bytes of a second file, when the private key stands in one of its own.
    ///   - password: of the `.p12`, or of the private key.
    public init(
        reading bytes: [UInt8], key: [UInt8]? = nil, password: String? = nil
    ) throws(ClientCertificateError) {
        try self.init(CertificateFile(reading: bytes, key: key, password: password))
    }

    /// Whether APNs would take it.
    ///
    /// - Parameters:
    ///   - environment: where it is to be used; `nil` when that is not known.
    ///   - now: the time.
    /// - Throws: what speaks against it: expired, not valid yet, for the other environment only.
    public func check(
        for environment: APNSEnvironment?, at now: Date
    ) throws(ClientCertificateError) {
        if let fault = certificate.fault(in: environment, at: now) { throw fault }
    }

    /// The certificates as PEM, its own first. Not secret.
    public var chainPEM: String {
        chain.map { PEMDocument(type: "CERTIFICATE", derBytes: $0).pemString + "\n" }.joined()
    }

    /// The private key as PEM, PKCS#8. Secret: write it to a file only its owner can read.
    public var privateKeyPEM: String {
        PEMDocument(type: "PRIVATE KEY", derBytes: privateKeyDER).pemString + "\n"
    }

    /// The bytes of a `.p12` file with it, under AES-256. Secret: write it to a file only its owner
    /// can read.
    ///
    /// - Parameter password: may be empty, which protects nothing.
    public func pkcs12(
        password: String, using generator: inout some RandomNumberGenerator
    ) throws -> [UInt8] {
        try PKCS12.write(
            certificates: chain, privateKey: privateKeyDER,
            name: certificate.commonName ?? "push certificate", password: password,
            using: &generator)
    }
}

extension ClientCertificate:
    CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    public var description: String { "certificate \(certificate.commonName ?? "without a name")" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["topics": certificate.topics]) }
}
