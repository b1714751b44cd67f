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

/// The option for the master key, with which the secrets in the gateway's database are sealed.
struct MasterKeyOptions: ParsableArguments {
    /// The environment variable that is read if the option is absent.
    static let variable = "BELLHOP_MASTER_KEY"

    @Option(
        name: .customLong("master-key-file"),
        help: ArgumentHelp(
            "A file with the master key, with which the secrets in the database are sealed.",
            discussion: """
                Default: the keys in the environment variable BELLHOP_MASTER_KEY; without it, the \
                file master.key in the state directory, which the gateway creates. A PostgreSQL \
                database needs the option or the variable. A key is 32 bytes in Base64; several \
                keys are lines VERSION:BASE64, the newest first.
                """, valueName: "file"), completion: .file())
    var path: String?

    /// Returns the keys of the file or the variable; `nil` if neither is given.
    func keys() throws -> MasterKeys? {
        if let path {
            let bytes = try InputFile.read(
                path, byteCountMax: MasterKeys.textByteCountMax, what: "a master key")
            return try Self.parse(String(decoding: bytes, as: UTF8.self), from: path.printable)
        }
        return try Self.environmentKeys()
    }

    /// Returns the keys of the variable; `nil` if it is absent or empty.
    static func environmentKeys() throws -> MasterKeys? {
        guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
            return nil
        }
        return try parse(text, from: variable)
    }

    static func parse(_ text: String, from name: String) throws -> MasterKeys {
        do throws(MasterKeyError) { return try MasterKeys(text: text) } catch {
            throw CommandFailure(.badInput, "\(name): \(error)")
        }
    }
}
