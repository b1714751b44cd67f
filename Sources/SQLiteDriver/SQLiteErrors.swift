// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB
import SQLCore

extension SQLError {
    /// Creates an error from SQLite's result code. SQLite's own text may quote values, so only the
    /// code is part of the message.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .corrupt,
                "\(path) is damaged or not a database; restore a backup, or rename it to start "
                    + "with an empty database")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .inUse, "\(path) is locked by another program; end that program and try again")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .unwritable,
                "cannot write \(path); check the file's owner and permissions")
        case .SQLITE_FULL:
            self.init(.diskFull, "the disk with \(path) is full; free space and try again")
        case .SQLITE_MISUSE:
            self.init(.closed, "\(path) was closed; open it again")
        default:
            let code = error.extendedResultCode.rawValue
            self.init(
                .failed,
                "SQLite failed on \(path) with code \(code); check the disk and try again",
                code: "\(code)")
        }
    }
}
