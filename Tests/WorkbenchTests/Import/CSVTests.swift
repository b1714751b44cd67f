// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

@testable import Workbench

/// Comma-separated values are read as they were written, however the bytes arrive.
struct CSVTests {
    private func read(_ text: String, partSize: Int = .max) throws -> [[String]] {
        var reader = CSVReader()
        var records: [CSVReader.Record] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            records += try reader.read(rest.prefix(partSize))
            rest = rest.dropFirst(partSize)
        }
        records += try reader.finish()
        return records.map(\.fields)
    }

    @Test(
        arguments: [
            ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,b\r\n\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a\rb", [["a"], ["b"]]), ("\"a,\"\"b\"\"\nc\",d", [["a,\"b\"\nc", "d"]]),
            ("a,\n", [["a", ""]]), (",", [["", ""]]), ("\"\"\n", [[""]]), ("", []), ("\n\n", []),
            ("\u{FEFF}id,token", [["id", "token"]]), ("\u{FEFF}\"id\"", [["id"]]),
            ("a\"b,c", [["a\"b", "c"]]), ("ä,\u{1F600}", [["ä", "\u{1F600}"]]),
        ])
    func `a CSV text is split into its records`(text: String, records: [[String]]) throws {
        for size in [Int.max, 1, 2, 3] { #expect(try read(text, partSize: size) == records) }
    }

    @Test func `written records are read back unchanged`() throws {
        var random = SeededGenerator(seed: 3)
        let pieces = ["a", "\"", ",", "\n", "\r", "\r\n", "é", " ", "\u{FEFF}", "", "x y"]
        for _ in 1...2_000 {
            let records = (0...Int.random(in: 0...4, using: &random)).map { _ in
                (0...Int.random(in: 0...3, using: &random)).map { _ in
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    }.joined()
                }
            }
            let text = records.map(CSVWriter.line).joined()
            // A reader that takes CR LF for one line break must not change a field.
            let size = Int.random(in: 1...8, using: &random)
            let found = try read(text, partSize: size)
            let bytes = { (records: [[String]]) in records.map { $0.map { Array($0.utf8) } } }
            #expect(bytes(found) == bytes(records), "\(text.debugDescription)")
        }
    }

    @Test func `each record has the number of its first line`() throws {
        var reader = CSVReader()
        var records = try reader.read(Array("a\n\"b\nc\"\n\nd\r\ne".utf8))
        records += try reader.finish()
        #expect(records.map(\.line) == [1, 2, 5, 6])
    }

    @Test(arguments: [("a\n\"b\nc", 2, "not closed"), ("a\n\"b\"c", 2, "after a closing")])
    func `the error for a wrong quotation mark states the line`(
        text: String, line: Int, part: String
    ) throws {
        let error = #expect(throws: CSVReader.Failure.self) { try read(text) }
        #expect(error?.line == line)
        #expect(error?.problem.contains(part) == true)
    }

    @Test func `a record beyond the size limit is reported as not closed`() throws {
        let text = "\"" + String(repeating: "a", count: CSVReader.recordByteCountMax + 1)
        let error = #expect(throws: CSVReader.Failure.self) { try read(text) }
        #expect(error?.problem.contains("not closed") == true)
    }

    @Test func `random bytes never trap`() {
        var random = SeededGenerator(seed: 5)
        let bytes = Array("ab\",\n\r".utf8) + [0xEF, 0xBB, 0xBF, 0, 0xFF]
        for _ in 1...2_000 {
            var reader = CSVReader()
            let input = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                bytes[Int.random(in: 0..<bytes.count, using: &random)]
            }
            guard (try? reader.read(input)) != nil else { continue }
            _ = try? reader.finish()
        }
    }
}
