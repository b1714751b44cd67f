// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalSystem
import Testing

struct FileLockTests {
    private func isFree(_ path: String) throws -> Bool {
        let lock = try FileLock.take(path)
        switch consume lock {
        case .some(let lock):
            lock.release()
            return true
        case nil: return false
        }
    }

    @Test func `a lock has one holder and is free after its release`() throws {
        try inFolder { folder in
            let path = folder + "/lock"
            let first = try FileLock.wait(path)
            #expect(try !isFree(path))
            first.release()
            #expect(try isFree(path))
            #expect(try isFree(path))
        }
    }

    @Test func `a lock ends with the scope that holds it`() throws {
        try inFolder { folder in
            let path = folder + "/lock"
            do { _ = try FileLock.wait(path) }
            #expect(try isFree(path))
        }
    }

    @Test func `a symbolic link is not followed`() throws {
        try inFolder { folder in
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/lock", withDestinationPath: folder + "/elsewhere")
            #expect(throws: SystemError.self) { _ = try FileLock.take(folder + "/lock") }
            #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
        }
    }

    @Test func `an error has the system's description`() throws {
        let error = #expect(throws: SystemError.self) { _ = try FileLock.take("/no/such/lock") }
        #expect(error?.code == ENOENT)
        #expect(error?.description == "No such file or directory")
    }
}
