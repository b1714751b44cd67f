// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Dispatch
package import LocalSystem
package import Logging
import ServiceLifecycle
import Synchronization

/// Writes the finished spans of a queue to a file, once a second.
///
/// A failure has no effect other than lost spans, which the queue counts. Of consecutive failures,
/// only the first is logged. The first success after them is logged, too.
package final class TraceWriter: Service {
    /// The time between two writes.
    package static let interval = Duration.seconds(1)

    private struct State: ~Copyable {
        var file: TraceFile
        var isFailing = false
        var hasBegunNewFile = false
    }

    private let spans: SpanQueue
    private let resource: TraceResource
    private let path: String
    private let time: TimeSource
    private let logger: Logger
    private let state: Mutex<State>
    /// A separate queue, so that a slow disk does not block a thread that sends notifications.
    private let disk = DispatchQueue(label: "bellhop.traces")

    /// Opens the file, or creates it.
    ///
    /// - Parameter fileByteCountMax: the size in bytes at which a new file begins.
    package init(
        path: String, spans: SpanQueue, resource: TraceResource,
        fileByteCountMax: Int = TraceWriter.fileByteCountMax, time: TimeSource = .system,
        logger: Logger
    ) throws(SystemError) {
        state = Mutex(State(file: try TraceFile(path: path, byteCountMax: fileByteCountMax)))
        self.path = path
        self.spans = spans
        self.resource = resource
        self.time = time
        self.logger = logger
    }

    /// The maximum size of a file in bytes; the previous file is kept beside it.
    package static var fileByteCountMax: Int { TraceFile.byteCountMax }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await self.time.sleep(for: Self.interval)) != nil { await self.flush() }
        }
        await flush()
    }

    /// Writes the spans that are in the queue.
    package func flush() async {
        await withCheckedContinuation { continuation in
            disk.async {
                self.write()
                continuation.resume()
            }
        }
    }

    private func write() {
        for line in OTLPLines.lines(of: spans.take(), from: resource) {
            state.withLock { state in
                do throws(SystemError) {
                    let isNew = try state.file.append(line.bytes)
                    succeeded(isNew, &state)
                } catch {
                    spans.dropped(line.spanCount)
                    failed(error, &state)
                }
            }
        }
    }

    private func succeeded(_ isNewFile: Bool, _ state: inout State) {
        if state.isFailing {
            logger.notice("spans can be written again", metadata: ["file": "\(path)"])
        }
        state.isFailing = false
        guard isNewFile, !state.hasBegunNewFile else { return }
        state.hasBegunNewFile = true
        logger.warning(
            """
            the file of traces has reached its limit and was renamed; from now on only the last \
            two files are kept
            """,
            metadata: ["file": "\(path)", "renamed": "\(path)\(TraceFile.oldSuffix)"])
    }

    private func failed(_ error: SystemError, _ state: inout State) {
        guard !state.isFailing else { return }
        state.isFailing = true
        logger.warning(
            "spans cannot be written and are dropped; sending is not affected",
            metadata: ["file": "\(path)", "error": "\(error)"])
    }
}
