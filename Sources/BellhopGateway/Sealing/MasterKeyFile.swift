// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import LocalSystem

/// The file that contains the master key if none is given: `master.key` beside a SQLite file. Only
/// its owner can read it.
enum MasterKeyFile {
    static let name = "master.key"

    /// Returns the path of the file beside a database.
    static func path(beside database: String) -> String {
        let folder = database.lastIndex(of: "/").map { database[...$0] } ?? ""
        return folder + name
    }

    /// Reads the file; `nil` if there is none.
    static func read(_ path: String) throws -> MasterKeys? {
        let bytes: [UInt8]?
        do throws(PrivateFile.ReadingFailure) {
            bytes = try PrivateFile.read(path, byteCountMax: MasterKeys.textByteCountMax + 1)
        } catch {
            let problem =
                switch error {
                case .unreadable(let error):
                    "\(error); make it readable for the account of the gateway"
                case .notAFile: "it is not a regular file; name another with --master-key-file"
                case .notPrivate:
                    "other accounts can read it or own it; as its owner, run chmod 600 with its "
                        + "path"
                }
            throw GatewayStoreError(
                .noMasterKey, "\(path): the master key cannot be read: \(problem)")
        }
        guard let bytes else { return nil }
        do throws(MasterKeyError) {
            return try MasterKeys(text: String(decoding: bytes, as: UTF8.self))
        } catch { throw GatewayStoreError(.noMasterKey, "\(path): \(error)") }
    }

    /// Writes a new key to the file, which must not exist.
    static func create(_ path: String) throws -> MasterKeys {
        let keys = MasterKeys.generate()
        do throws(SystemError) {
            try PrivateFile.create(path, with: Array(keys.text.utf8), overwrites: false)
        } catch {
            throw GatewayStoreError(
                .unwritable,
                "\(path): cannot write the new master key: \(error); make the directory writable, "
                    + "or give a key with --master-key-file")
        }
        return keys
    }
}
