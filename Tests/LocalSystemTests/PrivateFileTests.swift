// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalSystem
import Testing

struct PrivateFileTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func write(_ text: String, to path: String, mode: Int) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a replaced file is readable by its owner only`() throws {
        try inFolder { folder in
            let path = folder + "/key"
            try write("old", to: path, mode: 0o644)
            try PrivateFile.replace(path, with: Array("secret".utf8))
            #expect(text(path) == "secret")
            #expect(try mode(path) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
        }
    }

    @Test func `an existing file under the temporary name never gets the content`() throws {
        try inFolder { folder in
            let path = folder + "/key"
            try write("", to: path + ".new", mode: 0o644)
            let readable = try FileHandle(forReadingFrom: URL(filePath: path + ".new"))
            try PrivateFile.replace(path, with: Array("secret".utf8))
            #expect(try readable.readToEnd() ?? Data() == Data())
            #expect(try mode(path) == 0o600)
            try FileManager.default.createSymbolicLink(
                atPath: path + ".new", withDestinationPath: folder + "/elsewhere")
            try PrivateFile.replace(path, with: Array("again".utf8))
            #expect(text(path) == "again")
            #expect(text(folder + "/elsewhere") == nil)
        }
    }

    @Test func `no temporary file remains when a file cannot be replaced`() throws {
        try inFolder { folder in
            let path = folder + "/key"
            try FileManager.default.createDirectory(
                atPath: path + "/inside", withIntermediateDirectories: true)
            #expect(throws: SystemError.self) { try PrivateFile.replace(path, with: [1]) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
        }
    }

    @Test func `a new file replaces another one only on request`() throws {
        try inFolder { folder in
            let path = folder + "/key"
            try PrivateFile.create(path, with: Array("a".utf8), overwrites: false)
            #expect(throws: SystemError(code: EEXIST)) {
                try PrivateFile.create(path, with: Array("b".utf8), overwrites: false)
            }
            try write("a longer text", to: path, mode: 0o644)
            try PrivateFile.create(path, with: Array("c".utf8), overwrites: true)
            #expect(text(path) == "c")
            #expect(try mode(path) == 0o600)
        }
    }

    @Test func `a pipe or a device is never replaced`() throws {
        try inFolder { folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            #expect(throws: SystemError.self) {
                try PrivateFile.create(path, with: [1], overwrites: true)
            }
            #expect(throws: SystemError(code: EEXIST)) {
                try PrivateFile.create("/dev/null", with: [1], overwrites: true)
            }
        }
    }

    @Test func `a file that others can read is made private`() throws {
        try inFolder { folder in
            try write("x", to: folder + "/a", mode: 0o666)
            try PrivateFile.make(folder + "/a")
            try PrivateFile.make(folder + "/b")
            #expect(try mode(folder + "/a") == 0o600)
            #expect(try mode(folder + "/b") == 0o600)
            #expect(text(folder + "/a") == "x")
        }
    }
}
