// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension AppCommands {
    /// `bellhop app apns`.
    struct APNs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apns",
            abstract: "Set the key or the certificate with which an app's messages go to APNs.",
            discussion: """
                  bellhop app apns com.example.app \\
                    --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456
                  bellhop app apns com.example.app \\
                    --cert push.p12 --cert-password-file password

                Apple's developer site creates the key under Certificates, Identifiers & Profiles, \
                Keys. The new credential replaces the previous one. Deliveries that are waiting \
                for a credential then continue.
                """)

        @Argument(help: "The app's bundle identifier.") var app: String
        @OptionGroup var key: CredentialOptions
        @OptionGroup var certificate: CertificateOptions
        @OptionGroup var options: Options

        func validate() throws {
            guard key.isGiven || certificate.path != nil else {
                throw ValidationError("give --key and --team-id, or --cert")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let stored: CredentialResource
                if certificate.path != nil, key.isGiven { throw CommandFailure.keyAndCertificate }
                if let certificate = try certificate.certificate() {
                    let pem = certificate.chainPEM + certificate.privateKeyPEM
                    stored = try await options.client().putCertificate(
                        CertificateRequest(file: Array(pem.utf8)), app: app)
                } else {
                    let file = try key.requiredFile()
                    _ = try file.key()
                    stored = try await options.client().putKey(
                        CredentialRequest(p8: file.text, keyID: file.keyID, teamID: file.teamID),
                        app: app)
                }
                try options.show(stored, ["\(app.printable): \(stored.line)"])
            }
        }
    }
}
