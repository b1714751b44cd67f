// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSService
package import APNSSimulator
package import APNSWire
import ControlAPI
package import Logging
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

/// A file with one line of JSON for each request that sends a notification or broadcast. The line
/// is written before the response is sent.
///
/// A test that kills the simulator can rely on the file, because the file contains each response
/// that a client received. The saved state, in contrast, may be older by a fraction of a second.
/// The lines are passed to the operating system but not flushed to disk, so they survive the end of
/// the process but not a crash of the machine. When a line cannot be written, the request receives
/// no response.
package final class RequestRecord: ResponseRecording {
    private struct State {
        var byteCount: Int
        var hasStarted = false
        var hasEnded = false
        var hasFailed = false
    }

    private let descriptor: Int32
    private let recordsTokens: Bool
    private let byteCountMax: Int
    private let time: TimeSource
    private let start: Duration
    private let logger: Logger
    private let state: Mutex<State>

    /// Opens the file for appending, or creates it with mode 0600.
    ///
    /// - Parameters:
    ///   - recordsTokens: Whether device tokens are recorded in full.
    ///   - byteCountMax: The size of the file, in bytes, at which no further request is written.
    ///   - time: The clock that measures the times since the start. It must be a clock that no
    ///     client can move.
    /// - Throws: `SimulatorServerError.cannotRecord`.
    package init(
        path: String, recordsTokens: Bool = false,
        byteCountMax: Int = RecordedRequest.fileByteCountMax, time: TimeSource = .system,
        logger: Logger = Logger(label: "bellhop.simulator")
    ) throws(SimulatorServerError) {
        let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard opened >= 0 else {
            throw .cannotRecord(path: path, problem: Self.systemText())
        }
        descriptor = opened
        self.recordsTokens = recordsTokens
        self.byteCountMax = byteCountMax
        self.time = time
        start = time.uptime
        self.logger = logger
        state = Mutex(State(byteCount: max(0, Int(lseek(opened, 0, SEEK_END)))))
    }

    deinit { close(descriptor) }

    /// Writes one line. The calls of this method do not overlap.
    ///
    /// - Returns: `true` if the line was written, or if the record has already ended because the
    ///   file reached its limit.
    package func write(
        _ entry: ServiceLogEntry, of request: ServiceRequest, connection: ConnectionState,
        isWithheld: Bool
    ) -> Bool {
        let recorded = record(entry, request, connection, isWithheld: isWithheld)
        guard var line = try? recorded.line else { return false }
        line.append(UInt8(ascii: "\n"))
        return state.withLock { state in
            guard !state.hasEnded else { return true }
            if !state.hasStarted {
                // The previous run may have been killed while it wrote, so the file may end with an
                // incomplete line.
                let mark = RecordMark.start(time.now, hasTokens: recordsTokens).line
                line =
                    (state.byteCount > 0 ? [UInt8(ascii: "\n")] : []) + mark
                    + [UInt8(ascii: "\n")] + line
            }
            guard state.byteCount + line.count <= byteCountMax else {
                state.hasEnded = true
                noteEnd()
                return write(RecordMark.end.line + [UInt8(ascii: "\n")], &state)
            }
            state.hasStarted = true
            return write(line, &state)
        }
    }

    /// Writes the bytes in one system call, so that an incomplete line is unlikely when the process
    /// is killed.
    private func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
        let count = bytes.withUnsafeBytes { bytes in
            #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
            #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
        guard count == bytes.count else {
            let problem = Self.systemText()
            defer { state.hasFailed = true }
            if !state.hasFailed {
                logger.error(
                    """
                    the record of requests cannot be written; the simulator no longer responds to \
                    requests
                    """,
                    metadata: ["error": "\(problem)"])
            }
            return false
        }
        state.byteCount += count
        return true
    }

    private func noteEnd() {
        logger.error(
            "the record of requests has reached its limit; later requests are not recorded",
            metadata: ["limit": "\(byteCountMax) bytes"])
    }

    private static func systemText() -> String { String(cString: strerror(errno)) }

    private func record(
        _ entry: ServiceLogEntry, _ request: ServiceRequest, _ connection: ConnectionState,
        isWithheld: Bool
    ) -> RecordedRequest {
        let headers = RecordedText.headers(
            request.headers, token: request.deviceToken, keepsTokens: recordsTokens)
        var report = RequestReport(entry)
        report.headers = RequestReport.joined(headers)
        var path = request.path
        if recordsTokens {
            report.token = request.deviceToken?.hex
        } else {
            path = RecordedText.withoutTokens(path)
        }
        let hasToken = request.headers.contains { $0.name == APNSHeader.authorization }
        var recorded = RecordedRequest(
            report, method: request.method, path: path, connection: connection.number,
            sinceStart: Int(saturating: (time.uptime - start) / .milliseconds(1)),
            credential: hasToken ? .token : connection.certificate != nil ? .certificate : .none,
            isWithheld: isWithheld)
        if report.headers.count != headers.count {
            recorded.headerList = headers.map { [$0.name, $0.value] }
        }
        recorded.setBody(request.body)
        return recorded
    }
}
