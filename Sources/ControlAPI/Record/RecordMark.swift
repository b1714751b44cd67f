// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A line of a record that is not a request. It marks the start of a run of the simulator, or the
/// end of the record at its limit.
package enum RecordMark: Sendable, Hashable {
    /// The start of a run. After this line, connections are numbered from 1 again, and times are
    /// measured from the start of this run.
    case start(Date, hasTokens: Bool)
    /// The end of the record before the end of the run, because the file has reached its limit.
    case end

    private enum Key {
        static let format = "record"
        static let started = "started"
        static let tokens = "tokens"
        static let ended = "ended"
    }

    /// The version of the format.
    private static let version = 1

    /// The line, without the line break at its end.
    package var line: [UInt8] {
        switch self {
        case .start(let date, let hasTokens):
            JSONWriter.write(
                .object([
                    Key.format: .number(JSONNumber(Self.version)),
                    Key.started: .string(APIJSON.text(of: date)),
                    Key.tokens: .string(hasTokens ? "full" : "pseudonyms"),
                ]))
        case .end:
            JSONWriter.write(
                .object([
                    Key.ended: .string(
                        "the file has reached \(RecordedRequest.fileByteCountMax) bytes")
                ]))
        }
    }

    /// Reads a line. Returns `nil` if the line is not a mark of this version.
    package init?(line: some Sequence<UInt8>) {
        guard let object = (try? JSONReader.read(Array(line)))?.value.objectValue else {
            return nil
        }
        if object[Key.ended] != nil {
            self = .end
        } else if object[Key.format]?.intValue == Self.version,
            let date = object[Key.started]?.stringValue.flatMap(APIJSON.date)
        {
            self = .start(date, hasTokens: object[Key.tokens] == "full")
        } else {
            return nil
        }
    }
}
