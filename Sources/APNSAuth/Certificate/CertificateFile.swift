// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
public import X509

/// The contents of a sender's certificate file, before any validation.
///
/// The supported files are `.p12` files (including old files encrypted with RC2 and Triple DES,
/// which Keychain Access exports), PEM files that contain the certificate and the private key in
/// any order, and a single certificate in DER. Private keys may be in the form of PKCS#8 (encrypted
/// with a password or not), PKCS#1 or SEC 1.
public struct CertificateFile: Sendable {
    /// The format of the file.
    public enum Form: String, Hashable, Sendable {
        case pkcs12, pem, der
    }

    /// The maximum size of a file in bytes.
    public static let byteCountMax = PKCS12.byteCountMax

    public let form: Form
    /// The sender's own certificate: the certificate that matches the private key or, if no
    /// certificate matches, the first certificate of the file.
    public let leaf: Certificate
    /// The certificates of issuers that the file contains. Each certificate is signed by the next
    /// one.
    public let issuers: [Certificate]
    /// Whether the file contains a private key.
    public var hasPrivateKey: Bool { key != nil }
    /// Whether the private key belongs to ``leaf``; `nil` when there is no private key.
    public var isKeyMatching: Bool? { key.map { $0.publicKey == leaf.publicKey } }
    /// The public half of the private key, as the bytes of its SubjectPublicKeyInfo.
    public var keyBytes: [UInt8]? { key.flatMap { try? $0.publicKey.serializeAsPEM().derBytes } }
    let key: PrivateKeyBytes?

    /// Reads the bytes of a file.
    ///
    /// - Parameters:
    ///   - keyBytes: the bytes of a second file, which contains the private key. This key takes
    ///     precedence over a key in the first file.
    ///   - password: the password of the `.p12` file or of the private key.
    public init(
        reading bytes: [UInt8], key keyBytes: [UInt8]? = nil, password: String? = nil
    ) throws(ClientCertificateError) {
        guard bytes.count <= Self.byteCountMax, (keyBytes?.count ?? 0) <= Self.byteCountMax else {
            throw .notACertificateFile
        }
        let found: Found
        if bytes.first == 0x30, let alone = try? Certificate(derEncoded: bytes) {
            form = .der
            found = Found(certificates: [alone])
        } else if bytes.first == 0x30 {
            form = .pkcs12
            found = try Found(pkcs12: bytes, password: password)
        } else {
            form = .pem
            found = try Found(pem: bytes, password: password)
        }
        guard let first = found.certificates.first else { throw .noCertificate }
        var keys = found.keys
        if let keyBytes { keys = try Found.keys(in: keyBytes, password: password) }
        // A file may contain several certificates and keys, so the code chooses a pair that
        // matches.
        let publicKeys = keys.map(\.publicKey)
        let leaf = found.certificates.first { publicKeys.contains($0.publicKey) } ?? first
        key = keys.first { $0.publicKey == leaf.publicKey } ?? keys.first
        self.leaf = leaf
        issuers = Self.issuers(of: leaf, among: found.certificates)
    }

    private static func issuers(
        of leaf: Certificate, among certificates: [Certificate]
    ) -> [Certificate] {
        var chain = [leaf]
        while let last = chain.last, last.issuer != last.subject,
            let issuer = certificates.first(where: {
                $0.subject == last.issuer && !chain.contains($0)
            })
        {
            chain.append(issuer)
        }
        return Array(chain.dropFirst())
    }
}

/// The certificates and keys of a file.
private struct Found {
    var certificates: [Certificate] = []
    var keys: [PrivateKeyBytes] = []

    init(certificates: [Certificate]) { self.certificates = certificates }

    init(pkcs12 bytes: [UInt8], password: String?) throws(ClientCertificateError) {
        let contents: PKCS12.Contents
        do { contents = try PKCS12.read(bytes, password: password) } catch {
            // A file of another binary format may begin with the same byte as a `.p12` file.
            guard error != .malformed || PKCS12.isPlausible(bytes) else {
                throw .notACertificateFile
            }
            throw ClientCertificateError(error, form: ".p12", hasPassword: password != nil)
        }
        for der in contents.certificates {
            guard let certificate = try? Certificate(derEncoded: der) else {
                throw .damaged("certificate")
            }
            certificates.append(certificate)
        }
        for der in contents.privateKeys {
            keys.append(try PrivateKeyBytes(PEMDocument(type: "PRIVATE KEY", derBytes: der)))
        }
    }

    init(pem bytes: [UInt8], password: String?) throws(ClientCertificateError) {
        let documents = try Self.documents(bytes)
        for document in documents where document.discriminator.hasSuffix("CERTIFICATE") {
            guard let certificate = try? Certificate(derEncoded: document.derBytes) else {
                throw .damaged("certificate")
            }
            certificates.append(certificate)
        }
        guard !documents.isEmpty else { throw .notACertificateFile }
        keys = try Self.keys(documents, password)
    }

    /// Returns the private keys of a file that contains only keys.
    static func keys(
        in bytes: [UInt8], password: String?
    ) throws(ClientCertificateError) -> [PrivateKeyBytes] {
        if bytes.first == 0x30 {
            for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"] {
                let document = PEMDocument(type: label, derBytes: bytes)
                if let key = try? PrivateKeyBytes(document) { return [key] }
            }
            return try Found(pkcs12: bytes, password: password).keys
        }
        let keys = try keys(try documents(bytes), password)
        guard !keys.isEmpty else { throw .noPrivateKey }
        return keys
    }

    private static func documents(
        _ bytes: [UInt8]
    ) throws(ClientCertificateError) -> [PEMDocument] {
        var text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("-----BEGIN ") else { throw .notACertificateFile }
        guard !text.contains("Proc-Type: 4,ENCRYPTED") else { throw .oldKeyEncryption }
        text.replace("\r\n", with: "\n")
        do {
            let documents = try PEMDocument.parseMultiple(pemString: text)
            guard documents.count <= PKCS12.bagCountMax else {
                throw ClientCertificateError.notACertificateFile
            }
            return documents
        } catch { throw .damaged("PEM file") }
    }

    private static func keys(
        _ documents: [PEMDocument], _ password: String?
    ) throws(ClientCertificateError) -> [PrivateKeyBytes] {
        var keys: [PrivateKeyBytes] = []
        for document in documents where document.discriminator.hasSuffix("PRIVATE KEY") {
            guard document.discriminator == "ENCRYPTED PRIVATE KEY" else {
                keys.append(try PrivateKeyBytes(document))
                continue
            }
            guard let password else { throw .passwordNeeded }
            let der: [UInt8]
            do { der = try PKCS12.readKey(document.derBytes, password: password) } catch {
                throw ClientCertificateError(error, form: "private key", hasPassword: true)
            }
            keys.append(try PrivateKeyBytes(PEMDocument(type: "PRIVATE KEY", derBytes: der)))
        }
        return keys
    }
}
