// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import CommandSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the master keys, with which the secrets in the gateway's database are sealed.
enum MasterKeyText {
    /// Returns the keys in a file.
    static func read(_ path: String) throws -> MasterKeys {
        let bytes = try InputFile.read(
            path, byteCountMax: MasterKeys.textByteCountMax, what: "a master key")
        return try parse(String(decoding: bytes, as: UTF8.self), from: path.printable)
    }

    /// Returns the keys of the environment variable; `nil` if it is absent or empty.
    static func environmentKeys() throws -> MasterKeys? {
        try Setting.masterKey.text(in: ProcessInfo.processInfo.environment).map {
            try parse($0, from: Setting.masterKey.variable)
        }
    }

    static func parse(_ text: String, from name: String) throws -> MasterKeys {
        do throws(MasterKeyError) { return try MasterKeys(text: text) } catch {
            throw CommandFailure(.badInput, "\(name): \(error)")
        }
    }
}
