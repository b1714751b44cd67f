// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import ArgumentParser
import BellhopSeal
import CommandSupport
import Workbench

/// `bellhop keygen`: creates a key for tests.
struct KeygenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make a test key or certificate that Apple does not know, or a key for "
            + "encryption.",
        discussion: """
            Without options, the command makes a private key in the form of Apple's .p8 files:
              bellhop keygen                               prints it
              bellhop keygen --out AuthKey_TEST123456.p8   writes it, readable by you only

            With --certificate, it makes a push certificate with its private key. The certificate \
            authority of the simulator with the same state directory signs it, so that this \
            simulator accepts it:
              bellhop keygen --certificate --bundle-id com.example.app --out test.p12
              bellhop push Examples/payloads/message.apns --cert test.p12

            With --encryption, it makes a key pair or a shared key for `bellhop seal` and `bellhop \
            open`. The file also contains the public key and the identifier:
              bellhop keygen --encryption x25519 --out server.json
            """)

    @Option(
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var out: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Make an encryption key: x25519, p256, xwing, or a256gcm (shared).",
            valueName: "suite"), transform: SealKeygen.suite)
    var encryption: SealSuite?

    @Option(
        help: ArgumentHelp(
            "The encryption key's identifier. Default: the public key's fingerprint.",
            valueName: "id"))
    var id: String?

    @Flag(
        help:
            "Make a push certificate for tests: a .p12 file, or PEM if the name ends in .pem."
    )
    var certificate = false

    @Option(
        name: .customLong("bundle-id"),
        help: ArgumentHelp(
            "The bundle identifier of the certificate's app; the certificate also covers the app's "
                + "VoIP and complication topics.",
            valueName: "id"))
    var bundleID: String?

    @Option(help: "Where the certificate may be used: sandbox, production or both. Default: both.")
    var environment: String?

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "A file with the password of the .p12. Default: an empty password.", valueName: "file"))
    var passwordPath: String?

    @OptionGroup var state: StateOptions

    func validate() throws {
        if id != nil, encryption == nil {
            throw ValidationError("--id is valid only for an encryption key; add --encryption")
        }
        guard certificate else {
            if bundleID != nil || environment != nil || passwordPath != nil {
                throw ValidationError(
                    "--bundle-id, --environment and --password-file require --certificate")
            }
            return
        }
        if encryption != nil {
            throw ValidationError(
                "--certificate and --encryption cannot be combined; give one of them")
        }
        if bundleID == nil {
            throw ValidationError(
                "--certificate needs a bundle identifier; add --bundle-id com.example.app")
        }
        if out == nil {
            throw ValidationError(
                "--certificate needs an output file; add --out "
                    + "test.p12")
        }
    }

    func run() async throws {
        try await reportingFailures {
            if let bundleID, let out {
                let bytes = try TestCertificate.make(
                    bundleID: bundleID, environments: environment ?? "both",
                    passwordPath: passwordPath, out: out, state: state.directory)
                try SecretFile.write(bytes, to: out, force: force, what: "the certificate")
                return Console.note("wrote \(out)")
            }
            let text =
                if let encryption { try SealKeygen.make(encryption, id: id) } else {
                    try ProviderKey.generate(keyID: "TEST123456", teamID: "TEST123456").p8Text
                }
            guard let out else { return Console.out(text.trimmingBlanks) }
            try SecretFile.write(Array(text.utf8), to: out, force: force, what: "the key")
            Console.note("wrote \(out)")
        }
    }
}
