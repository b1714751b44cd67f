// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ControlAPI

/// A recording of requests. It is the file that `bellhop apns --record` writes, and may contain
/// several runs of a simulator.
package struct Recording: Sendable {
    /// The position of a request in the file.
    package struct Position: Sendable {
        /// The range of the line's bytes in the file.
        let range: Range<Int>
        let lineNumber: Int
        /// The number that identifies the simulator's run, counted from 0. In each run, connections
        /// are numbered from 1.
        package let run: Int
        /// The time from the start of the first run to the start of this run, in milliseconds.
        /// Pauses between runs are not included.
        package let runStart: Int
    }

    private let bytes: [UInt8]
    /// The name of the file, for messages.
    package let name: String

    package init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        self.name = name
    }

    /// Calls a function with each request, in the order of the file.
    ///
    /// - Returns: Whether the file is complete. It is complete if the record did not reach its size
    ///   limit and no run was killed while writing a line.
    /// - Throws: ``WorkFailure`` of kind `badInput` for a line that is not part of a record.
    package func readAll(
        _ body: (Position, RecordedRequest) throws -> Void
    ) throws -> Bool {
        var isComplete = true
        var run = -1
        var (runStart, lastTime) = (0, 0)
        // The number of a line that cannot be read. It is not an error if this is the last line of
        // a run, because the simulator may have been killed while it wrote the line.
        var incomplete: Int?
        for (number, range) in lines {
            if let request = RecordedRequest(line: bytes[range]) {
                if let incomplete { throw wrong(incomplete) }
                lastTime = max(lastTime, request.sinceStart)
                try body(
                    Position(
                        range: range, lineNumber: number, run: max(0, run), runStart: runStart),
                    request)
                continue
            }
            switch RecordMark(line: bytes[range]) {
            case .start:
                if incomplete != nil { isComplete = false }
                incomplete = nil
                run += 1
                runStart += lastTime
                lastTime = 0
            case .end: isComplete = false
            case nil:
                if let incomplete { throw wrong(incomplete) }
                incomplete = number
            }
        }
        if let incomplete {
            guard bytes.last != UInt8(ascii: "\n") else { throw wrong(incomplete) }
            isComplete = false
        }
        return isComplete
    }

    /// Reads the request at a position that ``readAll(_:)`` passed to its closure.
    package func request(at position: Position) throws(WorkFailure) -> RecordedRequest {
        guard let request = RecordedRequest(line: bytes[position.range]) else {
            throw wrong(position.lineNumber)
        }
        return request
    }

    /// The lines that are not empty, with their line numbers.
    private var lines: [(number: Int, range: Range<Int>)] {
        var lines: [(number: Int, range: Range<Int>)] = []
        var (number, start) = (1, 0)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if end > start { lines.append((number, start..<end)) }
            number += 1
            start = end + 1
        }
        return lines
    }

    private func wrong(_ lineNumber: Int) -> WorkFailure {
        WorkFailure(
            .badInput,
            "\(name.printable):\(lineNumber): this line is not part of a record; name a file that "
                + "bellhop apns --record has written")
    }
}
