// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop backup`: copies the gateway's database.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the gateway's database into a file, even while the gateway runs.",
        discussion: """
            The copy contains the database as it was at one moment, and is complete as soon as a \
            file with the given name exists. The copy contains the keys of your apps as the \
            database does: sealed with the master key, which is not in the copy. Back up \
            master.key separately; without it, nobody can open the keys. Only the file's owner can \
            read the copy.

              bellhop backup gateway-2026-11-23.sqlite

            The command copies the SQLite file of a state directory. For a PostgreSQL database, \
            use pg_dump or continuous archiving.
            """)

    @Argument(help: "The file to create.", completion: .file())
    var file: String

    @OptionGroup var state: StateOptions

    func run() async throws {
        try await reportingFailures {
            let path = state.directory.path(of: .gatewayDatabase)
            try await reportingStoreErrors { try await StoreBackup.make(of: path, to: file) }
            Console.out("\(path) was copied to \(file)")
        }
    }
}

/// `bellhop restore`: replaces the gateway's database with a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the gateway's database with a backup; the gateway must not be running.",
        discussion: """
            When the gateway starts, it sends again the notifications that were in flight at the \
            time of the backup, with the same identifiers. Messages that it accepted after the \
            backup are lost.

              bellhop restore gateway-2026-11-23.sqlite
            """)

    @Argument(help: "A file that bellhop backup wrote.", completion: .file())
    var file: String

    @Flag(help: "If the database already exists, rename it and continue, instead of failing.")
    var replace = false

    @OptionGroup var state: StateOptions

    func run() async throws {
        try await reportingFailures {
            let isDirectory = (try? FileManager.default.contentsOfDirectory(atPath: file)) != nil
            guard !isDirectory, FileManager.default.isReadableFile(atPath: file) else {
                throw CommandFailure(
                    .unreadable,
                    "there is no file \(file.printable) that you can read; check the path")
            }
            let directory = state.directory
            try directory.create()
            let path = directory.path(of: .gatewayDatabase)
            let aside = try await reportingStoreErrors {
                do {
                    return try await StoreBackup.restore(file, to: path, replaces: replace)
                } catch let error as GatewayStoreError
                    where [.corrupt, .tooNew].contains(error.code)
                {
                    throw CommandFailure(.badInput, "\(error)")
                }
            }
            Console.out("\(path) now contains the backup \(file)")
            if let aside { Console.out("the previous database was renamed to \(aside)") }
        }
    }
}

/// Converts an error of the gateway's storage to a failure of the command.
func reportingStoreErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as GatewayStoreError {
        let status: ExitStatus = error.code == .unavailable ? .unavailable : .cannotCreate
        throw CommandFailure(status, "\(error)")
    }
}
