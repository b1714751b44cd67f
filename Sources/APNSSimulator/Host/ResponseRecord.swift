// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSService
import APNSWire
public import Logging
import Synchronization

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

/// A file with one line of JSON for each response to a notification or broadcast, written before
/// the response is sent.
///
/// A test that kills the simulator can rely on the file: it contains each response that a client
/// received, whereas the saved state lags behind by a fraction of a second. The lines are passed to
/// the operating system but not flushed to disk, so they survive the end of the process but not a
/// crash of the machine. When a line cannot be written, the request gets no response.
public final class ResponseRecord: ResponseRecording {
    private let descriptor: Int32
    private let logger: Logger
    private let hasFailed = Mutex(false)

    /// Opens the file for appending, or creates it with mode 0600.
    ///
    /// - Throws: ``SimulatorServerError/cannotRecord(path:problem:)``.
    public init(
        path: String, logger: Logger = Logger(label: "bellhop.simulator")
    ) throws(SimulatorServerError) {
        let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard opened >= 0 else {
            throw .cannotRecord(path: path, problem: Self.systemText())
        }
        descriptor = opened
        self.logger = logger
    }

    deinit { close(descriptor) }

    /// Writes one line. Called sequentially.
    ///
    /// - Returns: Whether the line was written.
    public func write(_ entry: ServiceLogEntry, isWithheld: Bool) -> Bool {
        var line = JSONWriter.write(.object(Self.object(of: entry, isWithheld: isWithheld)))
        line.append(UInt8(ascii: "\n"))
        // One call for the whole line, so that ending the process never leaves an incomplete line.
        let count = line.withUnsafeBytes { bytes in
            #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
            #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
        guard count == line.count else {
            noteFailure()
            return false
        }
        return true
    }

    private func noteFailure() {
        let problem = Self.systemText()
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        guard isFirst else { return }
        logger.error(
            "the record of responses cannot be written; requests get no response",
            metadata: ["error": "\(problem)"])
    }

    private static func systemText() -> String { String(cString: strerror(errno)) }

    private static func object(of entry: ServiceLogEntry, isWithheld: Bool) -> JSONObject {
        var object: JSONObject = [
            "sequence": .number(JSONNumber(entry.sequence)),
            "time_ms": .number(JSONNumber(Int(entry.time.wholeEpochMilliseconds()))),
            "environment": .string(entry.environment.rawValue),
            "apns_id": .string(entry.apnsID.text), "status": .number(JSONNumber(entry.status)),
        ]
        object["reason"] = (entry.reason?.rawValue).map(JSONValue.string)
        object["topic"] = entry.topic.map(JSONValue.string)
        object["push_type"] = (entry.pushType?.rawValue).map(JSONValue.string)
        object["token"] = entry.token.map(JSONValue.string)
        if isWithheld { object["withheld"] = true }
        return object
    }
}
