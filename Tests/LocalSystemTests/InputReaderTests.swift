// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalSystem
import Testing

struct InputReaderTests {
    /// A pipe's two ends.
    private func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(systemPipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func `a file is read completely, up to the limit`() throws {
        try inFolder { folder in
            let path = folder + "/a file"
            let bytes = [UInt8](repeating: 7, count: 200_000)
            try Data(bytes).write(to: URL(filePath: path))
            #expect(try InputReader.read(path, byteCountMax: 200_000) == bytes)
            #expect(throws: InputReader.Failure.tooLarge) {
                try InputReader.read(path, byteCountMax: 199_999)
            }
        }
    }

    @Test func `reading a named pipe without a writer ends after the time limit`() throws {
        try inFolder { folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            #expect(throws: InputReader.Failure.silent(.zero)) {
                try InputReader.read(path, byteCountMax: 100, silenceMax: .zero)
            }
        }
    }

    @Test func `reading a named pipe without new bytes ends after the time limit`() throws {
        try inFolder { folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            // Open for reading and writing, so that the pipe has a writer and keeps what was
            // written.
            let both = open(path, O_RDWR)
            defer { close(both) }
            try #require(write(both, "half", 4) == 4)
            #expect(throws: InputReader.Failure.silent(.zero)) {
                try InputReader.read(path, byteCountMax: 100, silenceMax: .zero)
            }
        }
    }

    @Test func `a shell's process substitution is read to its end`() throws {
        let ends = try pipe()
        defer { close(ends.reading) }
        try #require(write(ends.writing, "{\"aps\":{}}", 10) == 10)
        close(ends.writing)
        let bytes = try InputReader.read(
            "/dev/fd/\(ends.reading)", byteCountMax: 100, silenceMax: .zero)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"aps\":{}}")
    }

    @Test func `a process substitution without output is empty`() throws {
        let ends = try pipe()
        defer { close(ends.reading) }
        close(ends.writing)
        let bytes = try InputReader.read(
            "/dev/fd/\(ends.reading)", byteCountMax: 100, silenceMax: .zero)
        #expect(bytes.isEmpty)
    }

    @Test func `the null device is empty, and an endless device exceeds the size limit`() throws {
        #expect(try InputReader.read("/dev/null", byteCountMax: 10).isEmpty)
        #expect(throws: InputReader.Failure.tooLarge) {
            try InputReader.read("/dev/zero", byteCountMax: 100_000)
        }
    }

    @Test func `a directory and a missing file are not input`() throws {
        #expect(throws: InputReader.Failure.directory) {
            try InputReader.read("/tmp", byteCountMax: 10)
        }
        #expect(throws: InputReader.Failure.unreadable(SystemError(code: ENOENT))) {
            try InputReader.read("/no/such/file", byteCountMax: 10)
        }
        #expect(throws: InputReader.Failure.unreadable(SystemError(code: EBADF))) {
            try InputReader.read("/dev/fd/9999", byteCountMax: 10)
        }
    }
}

/// The system's `pipe`, which the method of the same name would hide.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
