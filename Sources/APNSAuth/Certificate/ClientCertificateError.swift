// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The reason why a certificate cannot be used to send, and how to fix the problem.
public enum ClientCertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is neither PKCS#12 nor PEM nor DER.
    case notACertificateFile
    /// The file begins like a file of the named format, but cannot be parsed completely.
    case damaged(String)
    /// A password is required but was not given.
    case passwordNeeded
    case wrongPassword
    /// The encryption scheme is not supported.
    case unsupported(String)
    /// The number of iterations of password hashing is too large.
    case tooManyRounds(Int)
    case noCertificate
    case noPrivateKey
    /// The private key is of an unsupported kind.
    case unreadableKey
    /// The private key is in PEM form with the old encryption of OpenSSL.
    case oldKeyEncryption
    /// The private key belongs to another certificate.
    case keyMismatch
    case badTopics
    /// The certificate has neither topics nor a UID, so it is not a push certificate.
    case noTopics
    case expired(since: Date)
    case notYetValid(before: Date)
    /// The certificate does not have the marker of the environment in which it is to be used.
    case wrongEnvironment(APNSEnvironment)

    public var description: String {
        switch self {
        case .notACertificateFile:
            "this is not a certificate; use the .p12 file that Keychain Access exports, or .pem "
                + "files with certificate and private key"
        case .damaged(let form): "the \(form) is incomplete or damaged; export or copy it again"
        case .passwordNeeded: "the file is protected with a password; specify its password"
        case .wrongPassword:
            "the password is wrong; use the password with which the file was exported"
        case .unsupported(let name):
            "the file is encrypted with an unsupported method (\(name)); export it again with: "
                + "openssl pkcs12 -export"
        case .tooManyRounds(let count):
            "the password is hashed with \(count) iterations, which would take too long; export "
                + "the file again with fewer iterations"
        case .noCertificate:
            "the file contains no certificate; export certificate and private key together"
        case .noPrivateKey:
            "the file contains no private key; in Keychain Access expand the certificate, select "
                + "it and its key, and export both, or specify the key's file"
        case .unreadableKey:
            "the private key of the certificate cannot be read; use an RSA key of 2048 bits or "
                + "more, or an EC key"
        case .oldKeyEncryption:
            "the private key of the certificate has OpenSSL's old encryption; convert it with: "
                + "openssl pkcs8 -topk8 -in FILE -out key.pem"
        case .keyMismatch:
            "the private key belongs to another certificate; use the key with which this "
                + "certificate was requested"
        case .badTopics: PushCertificateError.badTopics.description
        case .noTopics:
            "the certificate contains no topic, so it is not a push certificate; create one for "
                + "Apple Push Notification service on Apple's developer site"
        case .expired(let date):
            "the certificate expired on \(Self.day(date)); create a new one on Apple's developer "
                + "site, or use a .p8 key, which does not expire"
        case .notYetValid(let date):
            "the certificate is not valid before \(Self.day(date)); check this machine's clock"
        case .wrongEnvironment(let environment):
            "the certificate is not for \(environment.rawValue); use one for that environment, or "
                + "send to \(environment.other.rawValue)"
        }
    }

    private static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}

extension ClientCertificateError {
    /// Translates an error in reading a password-protected file into an error for people.
    ///
    /// - Parameter form: the format of the file, for instance `.p12`.
    init(_ error: PKCS12Error, form: String, hasPassword: Bool) {
        self =
            switch error {
            case .malformed: .damaged(form)
            case .wrongPassword: hasPassword ? .wrongPassword : .passwordNeeded
            case .unsupported(let name): .unsupported(name)
            case .tooManyRounds(let count): .tooManyRounds(count)
            }
    }
}
