// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import ArgumentParser
import CommandSupport
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop token mint|inspect`.
struct TokenCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Sign or inspect provider tokens (the JWTs of the authorization header).",
        discussion: """
              bellhop token mint --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456
              bellhop token inspect eyJhbGciOi…
            """,
        subcommands: [Mint.self, Inspect.self])

    /// Signs a provider token.
    struct Mint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mint",
            abstract: "Sign a provider token and print it.",
            discussion: """
                APNs accepts a provider token for an hour. It rejects a new token that is used \
                less than 20 minutes after the previous one.

                  bellhop token mint --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG \\
                    --team-id TEAM123456

                Without --key, the command signs with the simulator's key in the state directory:
                  curl --http2 -H "authorization: bearer $(bellhop token mint)" …
                """)

        @OptionGroup var credential: CredentialOptions
        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                let key =
                    credential.isGiven
                    ? try credential.requiredKey() : try state.directory.simulatorSigningKey()
                Console.out(try ProviderToken(signedBy: key, issuedAt: TimeSource.system.now).text)
            }
        }
    }

    /// Shows the contents of a provider token.
    struct Inspect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract:
                "Show the content of a provider token, and whether APNs would accept it.",
            discussion: """
                  bellhop token inspect eyJhbGciOi…
                  bellhop token mint … | bellhop token inspect - --key AuthKey_ABC123DEFG.p8

                Status 0 when APNs would accept the token, 1 when APNs would refuse it.
                """)

        @Argument(help: "The token; - reads standard input.")
        var token: String

        @Option(
            help: ArgumentHelp("Check the signature with this .p8 file.", valueName: "file"),
            completion: .file(extensions: ["p8"]))
        var key: String?

        @Option(help: "The output format: text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let text =
                    token == "-"
                    ? String(
                        decoding: try InputFile.read(
                            "-", byteCountMax: 64 * 1024, what: "a provider token"),
                        as: UTF8.self
                    ).trimmingBlanks : token
                let report = try TokenReport(text, keyPath: key, now: TimeSource.system.now)
                Console.out(format == .json ? try report.jsonText() : report.text)
                if !report.problems.isEmpty { throw ExitCode(ExitStatus.no.rawValue) }
            }
        }
    }
}
