// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayAPI
import LocalSystem
import Workbench

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

/// Some consecutive entries of a file, and the results of reading them.
struct ImportBatch: Sendable {
    /// The lines for the gateway, each with a line break.
    var bytes = Data()
    /// For each line in ``bytes``, the number of the line in the file on which its entry starts,
    /// counted from 1.
    var lines: [Int] = []
    /// The entries that are left out, with the numbers of their lines.
    var setAside: [(line: Int, refusal: ImportRefusal)] = []
    /// The number of bytes that have been read from the file.
    var offset = 0

    /// The number of entries.
    var count: Int { lines.count + setAside.count }
}

/// Reads the entries of a file of any length, batch by batch.
struct ImportSource: ~Copyable {
    /// The number of bytes that one system call reads.
    private static let readSize = 1 << 18
    /// The maximum number of bytes in a batch, which is a request's body.
    private static let batchByteCountMax = GatewayLimits.bodyByteCountMax - (1 << 17)
    /// The maximum number of bytes in a line of JSON Lines.
    private static let lineByteCountMax = 1 << 16

    private enum Reader {
        case lines
        case csv(CSVReader)
        case elements(JSONElements)
    }

    private let descriptor: Int32
    private let path: String
    private let format: ImportFormat
    private let defaults: ImportDefaults
    private var reader: Reader
    private var header: [String]?
    private var rest: [UInt8] = []
    private var line = 1
    private var offset = 0
    private var isAtEnd = false
    /// The entries that were read but are not in a batch yet.
    private var waiting: [(line: Int, row: ImportedRow)] = []
    private var taken = 0

    /// - Parameter path: the path of the file, or `-` for standard input.
    init(_ path: String, format: ImportFormat, defaults: ImportDefaults) throws {
        self.path = path
        self.format = format
        self.defaults = defaults
        reader =
            if format == .jsonl { .lines } else if format.isCSV { .csv(CSVReader()) } else {
                .elements(JSONElements(lists: format.listNames))
            }
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .unreadable,
                "\(path.printable): \(SystemError.last); give a file that you can read")
        }
    }

    deinit { close(descriptor) }

    /// Returns the size of the file in bytes; `nil` if it is not a regular file.
    var size: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    /// Skips entries that an earlier run has imported.
    mutating func skip(_ count: Int) throws {
        var left = count
        while left > 0, let batch = try next(limit: left) { left -= batch.count }
    }

    /// Returns the next entries; `nil` after the last one.
    mutating func next(limit: Int = GatewayLimits.importLinesMax) throws -> ImportBatch? {
        var batch = ImportBatch()
        while batch.count < limit, batch.bytes.count < Self.batchByteCountMax {
            guard taken < waiting.count else {
                waiting.removeAll(keepingCapacity: true)
                taken = 0
                guard try fill() else { break }
                continue
            }
            let entry = waiting[taken]
            taken += 1
            switch entry.row {
            case .line(let bytes):
                batch.bytes.append(contentsOf: bytes)
                batch.bytes.append(UInt8(ascii: "\n"))
                batch.lines.append(entry.line)
            case .setAside(let refusal): batch.setAside.append((entry.line, refusal))
            }
        }
        batch.offset = offset
        return batch.count > 0 ? batch : nil
    }

    /// Reads more of the file. Returns `false` at its end.
    private mutating func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { return true }
        guard count >= 0 else {
            throw CommandFailure(
                .unreadable, "\(path.printable): \(SystemError.last); check the file")
        }
        isAtEnd = count == 0
        offset += count
        buffer.removeLast(buffer.count - count)
        switch reader {
        case .lines: try splitLines(buffer)
        case .csv(var csv):
            let records = try reporting { try isAtEnd ? csv.finish() : csv.read(buffer) }
            reader = .csv(csv)
            for record in records { try take(record) }
        case .elements(var elements):
            let found = try reporting { () -> [JSONElements.Element] in
                guard isAtEnd else { return try elements.read(buffer) }
                try elements.finish()
                return []
            }
            reader = .elements(elements)
            for element in found { waiting.append((element.line, row(of: element))) }
        }
        return true
    }

    private func reporting<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as CSVReader.Failure {
            throw CommandFailure(
                .badInput, "\(path.printable): line \(failure.line): \(failure.problem)")
        } catch let failure as JSONElements.Failure {
            throw CommandFailure(
                .badInput, "\(path.printable): line \(failure.line): \(failure.problem)")
        }
    }

    // MARK: Formats

    private mutating func splitLines(_ buffer: [UInt8]) throws {
        rest += buffer
        var start = 0
        while start < rest.count, let end = Self.lineFeed(in: rest, from: start) {
            append(line: rest[start..<end])
            start = end + 1
        }
        rest.removeFirst(start)
        // The last line of a file need not end with a line feed.
        if isAtEnd, !rest.isEmpty {
            append(line: rest[...])
            rest = []
        }
        guard rest.count <= Self.lineByteCountMax else {
            throw CommandFailure(
                .badInput,
                "\(path.printable): line \(line) is longer than \(Self.lineByteCountMax) bytes; "
                    + "check that the file has one JSON object in each line, or give --from")
        }
    }

    private mutating func append(line bytes: ArraySlice<UInt8>) {
        defer { line += 1 }
        guard !bytes.allSatisfy({ $0 <= 0x20 }) else { return }
        waiting.append((line, .line(Array(bytes))))
    }

    /// Returns the position of the next line feed.
    private static func lineFeed(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func take(_ record: CSVReader.Record) throws {
        guard let header else {
            let problem =
                format == .csv
                ? CSVRows.problem(inHeader: record.fields)
                : ForeignRows.problem(inOneSignalHeader: record.fields)
            if let problem {
                throw CommandFailure(
                    .badInput,
                    "\(path.printable): line \(record.line): \(problem.reason); \(problem.fix)")
            }
            header = record.fields
            return
        }
        guard record.fields.count == header.count else {
            waiting.append(
                (
                    record.line,
                    .setAside(
                        ImportRefusal(
                            "the record has \(record.fields.count) fields, but the first line has "
                                + "\(header.count)", "put fields with commas into quotation marks"))
                ))
            return
        }
        let row = Dictionary(zip(header, record.fields)) { first, _ in first }
        waiting.append(
            (
                record.line,
                format == .csv
                    ? CSVRows.row(row, defaults) : ForeignRows.oneSignal(row, defaults)
            ))
    }

    private func row(of element: JSONElements.Element) -> ImportedRow {
        guard let object = try? JSONReader.read(element.bytes).value.objectValue else {
            return .setAside(
                ImportRefusal("the entry is not valid JSON", "fetch the export again"))
        }
        return switch format {
        case .sns: ForeignRows.sns(object, defaults)
        case .firebase: ForeignRows.firebase(object, defaults)
        case .airship: ForeignRows.airship(object, defaults)
        case .jsonl, .csv, .onesignal: .line(element.bytes)
        }
    }
}
