// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import LocalSystem

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A batch of consecutive lines of a file.
struct LineBatch: Sendable {
    /// The number of the batch's first line in the file, from 1.
    let firstLine: Int
    let bytes: Data
}

/// Reads the lines of a file of any length, batch by batch.
struct LineBatches: ~Copyable {
    /// The maximum number of bytes that one system call reads.
    private static let readSize = 1 << 16
    /// The maximum number of bytes in a batch; a longer line is an error.
    private static let batchSize = 1 << 19

    private let descriptor: Int32
    private let path: String
    private let linesMax: Int
    private var rest: [UInt8] = []
    private var nextLine = 1
    private var isAtEnd = false

    /// - Parameter path: the path of the file, or `-` for standard input.
    init(_ path: String, linesMax: Int) throws {
        self.path = path
        self.linesMax = linesMax
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .unreadable, "\(path): \(SystemError.last); give a file that you can read")
        }
    }

    deinit { close(descriptor) }

    /// Returns the next batch of lines; `nil` after the last line.
    mutating func next() throws -> LineBatch? {
        while !isAtEnd, rest.count < Self.batchSize { try fill() }
        guard !rest.isEmpty else { return nil }
        var end = 0
        var count = 0
        for (index, byte) in rest.enumerated() where byte == UInt8(ascii: "\n") {
            guard index < Self.batchSize else { break }
            end = index + 1
            count += 1
            if count == linesMax { break }
        }
        // The last line of a file need not end with a line feed.
        if isAtEnd, count < linesMax, rest.count <= Self.batchSize, end < rest.count {
            end = rest.count
            count += 1
        }
        guard end > 0 else {
            throw CommandFailure(
                .badInput, "\(path): line \(nextLine) is longer than \(Self.batchSize) bytes")
        }
        defer { nextLine += count }
        let bytes = Data(rest[..<end])
        rest.removeFirst(end)
        return LineBatch(firstLine: nextLine, bytes: bytes)
    }

    private mutating func fill() throws {
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { return }
        guard count >= 0 else {
            throw CommandFailure(
                .unreadable, "\(path): \(SystemError.last); check the file")
        }
        if count == 0 { isAtEnd = true }
        rest += buffer[..<count]
    }
}
