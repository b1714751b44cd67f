// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CryptoExtras

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key file of a Google service account, by which a sender authenticates to FCM. It is secret.
///
/// A file may name any server as `token_uri`, and the signed assertion is sent there. Therefore,
/// only Google's own address is accepted, unless the caller explicitly names another address, for
/// instance that of a simulator.
package struct ServiceAccount: Sendable {
    /// The reason why a text is not a usable service account.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        case notJSON
        case otherKind(String)
        case googleServices
        case legacyServerKey
        case missing(String)
        case badKey
        case badProject
        case foreignTokenAddress

        package var description: String {
            switch self {
            case .notJSON:
                "the file is not the JSON of a service account; create one in the Firebase console "
                    + "under Project settings, Service accounts, Generate new private key"
            case .otherKind(let kind):
                "the file has \"type\" \"\(String(kind.prefix(40)).printable)\" instead of "
                    + "\"service_account\"; create a private key in the Firebase console under "
                    + "Project settings, Service accounts"
            case .googleServices:
                "this is google-services.json, the configuration of an Android app; a sender needs "
                    + "the private key of a service account (Project settings, Service accounts)"
            case .legacyServerKey:
                "this is a server key of the legacy FCM API, which Google switched off in 2024; "
                    + "use the private key of a service account"
            case .missing(let key):
                "the service account has no \"\(key)\"; download its private key again"
            case .badKey:
                "\"private_key\" is not an RSA key in PEM; download the private key again"
            case .badProject:
                "\"project_id\" must consist of lowercase letters, digits and hyphens"
            case .foreignTokenAddress:
                "\"token_uri\" is not \(ServiceAccount.googleTokenAddress), so the signature would "
                    + "be sent to another server; if you want to use that server, name its "
                    + "address explicitly, with --fcm-url in the command-line tool"
            }
        }
    }

    /// Google's token endpoint.
    package static let googleTokenAddress = "https://oauth2.googleapis.com/token"

    package let projectID: String
    package let clientEmail: String
    /// The identifier of the private key; it becomes `kid`.
    package let keyID: String?
    /// The address at which access tokens are requested.
    package let tokenAddress: String
    let privateKey: _RSA.Signing.PrivateKey

    /// Reads a key file.
    ///
    /// - Parameter tokenAddress: a token endpoint that is used instead of Google's, whatever the
    ///   file says; `nil` to accept only Google's.
    package init(
        json: some Collection<UInt8>, tokenAddress: String? = nil
    ) throws(Problem) {
        guard let object = (try? JSONReader.read(json))?.value.objectValue else {
            let text = String(decoding: json, as: UTF8.self).drop(while: \.isWhitespace)
            throw text.hasPrefix("AAAA") ? .legacyServerKey : .notJSON
        }
        if object["project_info"] != nil { throw .googleServices }
        if let kind = object["type"]?.stringValue, kind != "service_account" {
            throw .otherKind(kind)
        }
        func text(_ key: String) throws(Problem) -> String {
            guard let value = object[key]?.stringValue, !value.isEmpty else { throw .missing(key) }
            return value
        }
        projectID = try text("project_id")
        guard Self.isProjectID(projectID) else { throw .badProject }
        clientEmail = try text("client_email")
        keyID = object["private_key_id"]?.stringValue
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text("private_key")) else {
            throw .badKey
        }
        privateKey = key
        if let tokenAddress {
            self.tokenAddress = tokenAddress
        } else {
            let named = object["token_uri"]?.stringValue ?? Self.googleTokenAddress
            // Files from before 2018 name an older address, which Google still supports.
            let google = [
                Self.googleTokenAddress, "https://accounts.google.com/o/oauth2/token",
                "https://www.googleapis.com/oauth2/v4/token",
            ]
            guard google.contains(named) else { throw .foreignTokenAddress }
            self.tokenAddress = Self.googleTokenAddress
        }
    }

    /// Returns whether a text has the form of a project identifier, or of a project number.
    package static func isProjectID(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":")
                    || $0 == UInt8(ascii: ".")
            }
    }
}

extension ServiceAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "service account of project \(projectID)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["projectID": projectID]) }
}
