// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Logging
import Tracing

/// What log lines say about the span in which they are written.
package enum TraceMetadata {
    /// Adds `trace_id` and `span_id` to the lines that are written in a span, even if the trace is
    /// not recorded: the caller may have recorded it, and all lines of a request have the same
    /// `trace_id`.
    package static let provider = Logger.MetadataProvider {
        guard let identity = SpanIdentity(ServiceContext.current) else { return [:] }
        return ["trace_id": "\(identity.traceID)", "span_id": "\(identity.spanID)"]
    }
}
