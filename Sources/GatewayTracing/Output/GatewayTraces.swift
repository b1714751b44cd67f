// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import LocalSystem
package import Logging
package import ServiceLifecycle
import Tracing

/// The traces of a gateway's process: its tracer, and the writer of its file.
package struct GatewayTraces: Sendable {
    private let queue: SpanQueue
    private let writer: TraceWriter

    /// Opens the file, and installs the tracer of this process, which records into the file. The
    /// process may call this only once, before it creates the gateway.
    ///
    /// - Parameter version: the version of Bellhop in the file.
    package static func install(
        path: String, share: TraceShare, version: String, logger: Logger
    ) throws(SystemError) -> GatewayTraces {
        var generator = SystemRandomNumberGenerator()
        let resource = TraceResource(
            version: version, instance: TraceID(using: &generator).description)
        let queue = SpanQueue()
        let writer = try TraceWriter(
            path: path, spans: queue, resource: resource, logger: logger)
        InstrumentationSystem.bootstrap(FileTracer(share: share, queue: queue))
        return GatewayTraces(queue: queue, writer: writer)
    }

    /// The service that writes the file while the gateway runs.
    package var service: any Service { writer }

    /// The number of finished spans that were not written.
    package var droppedSpanCount: Int { queue.droppedCount }

    /// Writes the remaining spans, such as those of the gateway's shutdown.
    package func finish() async { await writer.flush() }
}
