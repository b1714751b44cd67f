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

/// The option that selects the gateway's database.
struct DatabaseOptions: ParsableArguments {
    /// The environment variable that is read if the option is absent.
    static let variable = "BELLHOP_DATABASE"

    @Option(
        help: ArgumentHelp(
            "The address of a PostgreSQL database to use instead of the file in the state "
                + "directory.",
            discussion: "Default: the address in the environment variable BELLHOP_DATABASE.",
            valueName: "address"))
    var database: String?

    /// Returns the address of the database; `nil` for the file in the state directory.
    ///
    /// - Throws: ``CommandFailure`` if the address is not that of a PostgreSQL database.
    func address() throws -> String? {
        let given = database ?? ProcessInfo.processInfo.environment[Self.variable]
        guard let given, !given.isEmpty else { return nil }
        do { _ = try SQLStore.name(of: given) } catch {
            throw CommandFailure(.usage, "--database: \(error)")
        }
        return given
    }

    /// Returns the database's name for output that other people may read. The name does not contain
    /// the user name and the password.
    func shownName(in state: StateDirectory) throws -> String {
        guard let address = try address() else { return state.path(of: .gatewayDatabase) }
        return "PostgreSQL, " + (try SQLStore.name(of: address))
    }
}
