// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import ArgumentParser
import CommandSupport

/// `bellhop cert inspect`.
struct CertificateCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cert",
        abstract: "Inspect push certificates (.p12, .pem or .cer files).",
        discussion: """
              bellhop cert inspect push.p12 --password-file password
              bellhop keygen --certificate --bundle-id com.example.app --out test.p12
            """,
        subcommands: [Inspect.self])

    /// Shows the possible uses of a certificate.
    struct Inspect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Show a push certificate's topics, environments, validity and private key.",
            discussion: """
                  bellhop cert inspect push.p12 --password-file password
                  bellhop cert inspect push.pem --key key.pem --to production --format json
                  bellhop cert inspect aps.cer

                Status 0 when APNs would accept the certificate, 1 when APNs would refuse it, 65 \
                when the file is not a certificate.
                """)

        @Argument(
            help: ArgumentHelp(
                "The certificate: .p12, .pem or .cer; - reads standard input.", valueName: "file"))
        var file: String

        @Option(
            name: .customLong("key"),
            help: ArgumentHelp(
                "The certificate's private key, if it is in a separate file.", valueName: "file"))
        var keyPath: String?

        @Option(
            name: .customLong("password-file"),
            help: ArgumentHelp(
                "A file with the password of the .p12 or of the private key.", valueName: "file"))
        var passwordPath: String?

        @Option(help: "Check the certificate for this environment: sandbox or production.")
        var to: String?

        @Option(help: "The output format: text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let environment = try to.map(EnvironmentName.parse)
                let read = try CertificateOptions.read(
                    file, key: keyPath, passwordPath: passwordPath,
                    passwordOption: "--password-file")
                let report: CertificateReport
                do {
                    report = try CertificateReport(
                        read, environment: environment, now: TimeSource.system.now)
                } catch {
                    throw CommandFailure(.badInput, "\(InputFile.name(file)): \(error)")
                }
                Console.out(format == .json ? report.jsonText() : report.text)
                if !report.problems.isEmpty { throw ExitCode(ExitStatus.no.rawValue) }
            }
        }
    }
}
