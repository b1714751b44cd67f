// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import SwiftASN1

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A push certificate with its private key: the credentials of a sender that does not use provider
/// tokens.
///
/// A push certificate is for one app and is valid for about a year. Some push types require
/// provider tokens (``PushCertificate/tokenOnlyPushTypes``). Source: "Establishing a
/// certificate-based connection to APNs".
public struct ClientCertificate: Sendable {
    /// The properties of the certificate, which determine its permitted use.
    public let certificate: PushCertificate
    /// The certificate and its known issuers, in DER.
    public let chain: [[UInt8]]
    /// The private key, PKCS#8 in DER. It is secret.
    package let privateKeyDER: [UInt8]

    /// Makes a client certificate from the contents of a file.
    ///
    /// - Throws: ``ClientCertificateError`` when there is no private key, when the key belongs to
    ///   another certificate, or when the certificate is not a push certificate. This initializer
    ///   does not check the validity period; see ``check(for:at:)``.
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

    /// Reads the bytes of a `.p12` or PEM file.
    ///
    /// - Parameters:
    ///   - key: the bytes of a second file, if the private key is in a separate file.
    ///   - password: the password of the `.p12` file or of the private key.
    public init(
        reading bytes: [UInt8], key: [UInt8]? = nil, password: String? = nil
    ) throws(ClientCertificateError) {
        try self.init(CertificateFile(reading: bytes, key: key, password: password))
    }

    /// Checks that APNs would accept the certificate.
    ///
    /// - Parameters:
    ///   - environment: the environment in which the certificate is to be used; `nil` if unknown.
    ///   - now: the current time.
    /// - Throws: ``ClientCertificateError`` when the certificate has expired, is not valid yet, or
    ///   is only for the other environment.
    public func check(
        for environment: APNSEnvironment?, at now: Date
    ) throws(ClientCertificateError) {
        if let error = certificate.fault(in: environment, at: now) { throw error }
    }

    /// The certificate chain as PEM, starting with the sender's own certificate. It is not a
    /// secret.
    public var chainPEM: String {
        chain.map { PEMDocument(type: "CERTIFICATE", derBytes: $0).pemString + "\n" }.joined()
    }

    /// The private key as PEM, PKCS#8. It is secret: write it only to a file that only its owner
    /// can read.
    public var privateKeyPEM: String {
        PEMDocument(type: "PRIVATE KEY", derBytes: privateKeyDER).pemString + "\n"
    }

    /// Returns the bytes of a `.p12` file with the certificates and the private key, encrypted with
    /// AES-256. They are secret: write them only to a file that only its owner can read.
    ///
    /// - Parameter password: the password of the file. An empty password gives no protection.
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
