// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import CryptoExtras
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// A project of the simulated Firebase.
package struct FCMProject: Codable, Hashable, Sendable {
    /// A service account that may send for the project.
    package struct Account: Codable, Hashable, Sendable {
        package var email: String
        package var keyID: String
        /// The public key in PEM.
        package var publicKey: String

        enum CodingKeys: String, CodingKey {
            case email
            case keyID = "key_id"
            case publicKey = "public_key"
        }

        package init(email: String, keyID: String, publicKey: String) {
            self.email = email
            self.keyID = keyID
            self.publicKey = publicKey
        }
    }

    package var id: String
    /// The project number, which is also the sender ID.
    package var number: String
    package var accounts: [Account]
    /// Whether a `.p8` key for APNs was uploaded. Without it, messages to Apple devices fail with
    /// `THIRD_PARTY_AUTH_ERROR`.
    package var hasAPNsKey = true

    enum CodingKeys: String, CodingKey {
        case id, number, accounts
        case hasAPNsKey = "has_apns_key"
    }

    package init(id: String, number: String, accounts: [Account]) {
        self.id = id
        self.number = number
        self.accounts = accounts
    }

    /// The project that every simulator has.
    package static let demoID = "bellhop-demo"
    package static let demoNumber = "818181818181"
    package static let demoKeyID = "0123456789abcdef0123456789abcdef01234567"
    package static let demoEmail = "sender@bellhop-demo.iam.gserviceaccount.com"
}

/// A service account of the simulator with its private key, as the file that a sender reads.
package struct NewServiceAccount: Sendable {
    package let account: FCMProject.Account
    private let privateKeyPEM: String

    /// Makes an account with a new RSA key of 2048 bits.
    package init(email: String, keyID: String) throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        privateKeyPEM = key.pkcs8PEMRepresentation + "\n"
        account = FCMProject.Account(
            email: email, keyID: keyID, publicKey: key.publicKey.pemRepresentation)
    }

    /// Reads a key file that ``file(projectID:tokenAddress:)`` returned; `nil` for any other file.
    package init?(file: JSONObject) {
        guard let email = file["client_email"]?.stringValue,
            let keyID = file["private_key_id"]?.stringValue,
            let pem = file["private_key"]?.stringValue,
            let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
        else { return nil }
        privateKeyPEM = pem
        account = FCMProject.Account(
            email: email, keyID: keyID, publicKey: key.publicKey.pemRepresentation)
    }

    /// Returns the key file in Google's form. It is secret.
    package func file(projectID: String, tokenAddress: String) -> JSONObject {
        [
            "type": "service_account", "project_id": .string(projectID),
            "private_key_id": .string(account.keyID), "private_key": .string(privateKeyPEM),
            "client_email": .string(account.email), "client_id": "100000000000000000000",
            "auth_uri": "https://accounts.google.com/o/oauth2/auth",
            "token_uri": .string(tokenAddress),
            "universe_domain": "googleapis.com",
        ]
    }
}
