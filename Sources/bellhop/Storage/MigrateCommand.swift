// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BellhopGateway
import CommandSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop migrate`: migrates the gateway's tables to the schema of this version or of the
/// previous version, or shows the SQL statements for the migration.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Migrate the gateway's tables to this version of Bellhop, or back to the "
            + "previous version.",
        discussion: """
            The gateway migrates its database when it starts. With this command, you can see the \
            statements first, migrate at a time of your choice, or migrate back.

              bellhop migrate --dry-run
              bellhop migrate --back
              bellhop migrate --database postgres://bellhop@db.example.com/bellhop

            A migration is one transaction: all of its statements take effect, or none. A SQLite \
            database must not be in use.
            """)

    @Flag(name: .customLong("dry-run"), help: "Show the statements and change nothing.")
    var isDryRun = false

    @Flag(help: "Migrate back to the tables of the previous version of Bellhop.")
    var back = false

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await reportingFailures {
            let settings = try storage.settings()
            let keys = try settings.masterKeys()
            let plan = try await reportingStoreErrors {
                try await StoreMigration.run(
                    settings.databaseAddress, goesBack: back, isDryRun: isDryRun, masterKeys: keys)
            }
            if isDryRun {
                for statement in plan.statements { Console.out(statement + ";") }
            }
            guard plan.from != plan.to else {
                return Console.note(
                    "the tables already have version \(plan.from); there is nothing to do")
            }
            let verb = isDryRun ? "would be migrated" : "were migrated"
            Console.note("the tables \(verb) from version \(plan.from) to version \(plan.to)")
        }
    }
}
