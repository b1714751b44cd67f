// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Reads records of comma-separated values (RFC 4180) from bytes that arrive in parts.
///
/// A field in quotation marks may contain commas, line breaks and doubled quotation marks. A record
/// ends with CR LF, LF or CR, which may be absent after the last record. Empty lines are skipped. A
/// byte-order mark at the start is ignored.
package struct CSVReader: Sendable {
    /// A record, and the line on which it starts, from 1.
    package struct Record: Hashable, Sendable {
        package var line: Int
        package var fields: [String]

        package init(line: Int, fields: [String]) {
            self.line = line
            self.fields = fields
        }
    }

    /// The error for bytes that are not comma-separated values.
    package struct Failure: Error, Hashable, Sendable {
        package let line: Int
        /// The problem and the fix, as the end of a sentence.
        package let problem: String
    }

    /// The maximum number of bytes in a record. Without this limit, a quotation mark that is never
    /// closed would make the rest of the file one record.
    package static let recordByteCountMax = 1 << 16

    private enum Place {
        /// Before the first byte of a field.
        case start
        case plain
        case quoted
        /// After a quotation mark in a quoted field. The mark closes the field, or is the first of
        /// two.
        case quote
    }

    private var place = Place.start
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var byteCount = 0
    private var line = 1
    private var startLine = 1
    private var followsReturn = false
    /// The number of bytes of the byte-order mark that were read; `nil` after the mark.
    private var markCount: Int? = 0
    private var records: [Record] = []

    package init() {}

    /// Reads the next bytes and returns the records that they complete.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Record] {
        for byte in bytes { try take(byte) }
        defer { records.removeAll(keepingCapacity: true) }
        return records
    }

    /// Returns the record that the end of the input completes, if any.
    package mutating func finish() throws(Failure) -> [Record] {
        guard place != .quoted else {
            throw Failure(
                line: startLine,
                problem: "a quotation mark is not closed; close it, or double it inside a field")
        }
        if place != .start || !fields.isEmpty { endRecord() }
        defer { records.removeAll() }
        return records
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func take(_ byte: UInt8) throws(Failure) {
        if let count = markCount {
            if byte == Self.mark[count] {
                markCount = count + 1 < Self.mark.count ? count + 1 : nil
                return
            }
            markCount = nil
            for skipped in Self.mark.prefix(count) {
                place = .plain
                try append(skipped)
            }
        }
        // A line feed after a carriage return belongs to the same line break.
        if byte == UInt8(ascii: "\n"), followsReturn {
            followsReturn = false
            if place == .quoted { try append(byte) }
            return
        }
        followsReturn = byte == UInt8(ascii: "\r")
        let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        if isBreak { line += 1 }
        switch (place, byte) {
        case (.quoted, UInt8(ascii: "\"")): place = .quote
        case (.quoted, _): try append(byte)
        case (.quote, UInt8(ascii: "\"")):
            place = .quoted
            try append(byte)
        case (_, UInt8(ascii: ",")):
            endField()
            place = .start
            // A comma is always followed by another field, which may be empty.
            fieldFollows = true
        case (.start, _) where isBreak && fields.isEmpty: startLine = line
        case (_, _) where isBreak: endRecord()
        case (.start, UInt8(ascii: "\"")): place = .quoted
        case (.quote, _):
            throw Failure(
                line: line,
                problem: "there is text after a closing quotation mark; to write a quotation mark "
                    + "inside a field, double it")
        default:
            place = .plain
            try append(byte)
        }
    }

    /// Whether a comma was read, so that the record has one more field.
    private var fieldFollows = false

    private mutating func append(_ byte: UInt8) throws(Failure) {
        byteCount += 1
        guard byteCount <= Self.recordByteCountMax else {
            throw Failure(
                line: startLine,
                problem: "a record has more than \(Self.recordByteCountMax) bytes; look for a "
                    + "quotation mark that is not closed")
        }
        field.append(byte)
    }

    private mutating func endField() {
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
        fieldFollows = false
    }

    private mutating func endRecord() {
        if place != .start || fieldFollows { endField() }
        records.append(Record(line: startLine, fields: fields))
        fields = []
        byteCount = 0
        place = .start
        startLine = line
    }
}

/// Writes records of comma-separated values (RFC 4180).
package enum CSVWriter {
    /// Returns a record with a line break at its end. A field is put into quotation marks if it
    /// contains a comma, a quotation mark or a line break, or if it begins with a byte-order mark,
    /// which a reader would remove.
    package static func line(_ fields: [String]) -> String {
        // A record of one empty field would be an empty line, which readers skip.
        let texts = fields.count == 1 && fields[0].isEmpty ? ["\"\""] : fields.map(field)
        return texts.joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let needsMarks = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        let isMarked = text.utf8.starts(with: [0xEF, 0xBB, 0xBF])
        guard needsMarks || isMarked else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
