// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import LocalSystem
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop credential`: the master key, with which the secrets of apps are sealed.
struct CredentialCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: "Create and replace the master key that seals the secrets of apps.",
        discussion: """
            The gateway stores the .p8 keys and identity secrets of apps sealed with a master key. \
            To replace the master key of a gateway on SQLite, stop the gateway, and run:

              bellhop credential new-key
              bellhop credential reseal

            Then remove the old key, which is the last line, from .bellhop/master.key. With \
            PostgreSQL, give all gateways the file with both keys before you run reseal, and the \
            file with the new key alone afterwards. Earlier backups need the old key.
            """,
        subcommands: [NewKey.self, Reseal.self])

    /// `bellhop credential new-key`.
    struct NewKey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-key",
            abstract: "Write a new master key to a file, before the keys that the file contains.",
            discussion: """
                  bellhop credential new-key /etc/bellhop/master.key
                """)

        @Argument(
            help: ArgumentHelp(
                "The file; only its owner can read it.",
                discussion: "Default: master.key in the state directory."), completion: .file())
        var file: String?

        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                if file == nil { try state.directory.create() }
                let path = file ?? state.directory.path(of: .masterKey)
                let before: [UInt8]?
                do throws(PrivateFile.ReadingFailure) {
                    before = try PrivateFile.read(
                        path, byteCountMax: MasterKeys.textByteCountMax + 1)
                } catch {
                    throw CommandFailure(
                        .unreadable,
                        "\(path.printable): cannot read this file; it must be a file that only you "
                            + "can read: chmod 600 \(ShellWord.quoted(path))")
                }
                var keys = MasterKeys.generate()
                if let before {
                    let present = try MasterKeyText.parse(
                        String(decoding: before, as: UTF8.self), from: path.printable)
                    do { keys = try present.addingNewKey() } catch {
                        throw CommandFailure(.badInput, "\(path.printable): \(error)")
                    }
                }
                do throws(SystemError) {
                    try PrivateFile.replace(path, with: Array(keys.text.utf8))
                } catch {
                    throw CommandFailure(
                        .cannotCreate,
                        "\(path.printable): cannot write: \(error); name another file")
                }
                Console.out("\(path.printable) has a new key with version \(keys.newestVersion)")
                Console.note("back it up separately from the database")
            }
        }
    }

    /// `bellhop credential reseal`.
    struct Reseal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reseal",
            abstract: "Seal all secrets in the database with the newest master key.",
            discussion: """
                  bellhop credential reseal

                The gateway must not run if its database is SQLite. The old master keys are needed \
                to open the secrets.
                """)

        @OptionGroup var storage: StorageOptions

        func run() async throws {
            try await reportingFailures {
                let settings = try storage.settings()
                let keys = try settings.masterKeys()
                let report = try await reportingStoreErrors {
                    try await StoreSealing.reseal(settings.databaseAddress, masterKeys: keys)
                }
                Console.out(
                    LoadReport.plural(report.resealed, "secret was", "secrets were")
                        + " sealed again; \(report.unchanged) already had the newest key")
                guard !report.locked.isEmpty else { return }
                throw CommandFailure(
                    .badInput,
                    "no key opens the secrets of \(report.locked.joined(separator: ", ")); add the "
                        + "master key with which they were sealed, or upload the credentials again")
            }
        }
    }
}
