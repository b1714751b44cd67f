// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Tracing

/// A span that has ended.
package struct FinishedSpan: Sendable {
    /// Something that happened during a span.
    package struct Event: Hashable, Sendable {
        package let name: String
        /// In nanoseconds since 1970.
        package let time: UInt64
        /// The type of an error that was thrown; `nil` for other events. The text of an error may
        /// quote a request, so it is not part of the span.
        package let errorType: String?
    }

    package let identity: SpanIdentity
    /// The parent span, in this process or in another one.
    package let parent: SpanID?
    package let kind: SpanKind
    package let name: String
    /// In nanoseconds since 1970.
    package let start: UInt64
    package let end: UInt64
    package let attributes: SpanAttributes
    package let events: [Event]
    /// The number of events beyond ``SpanLimits/eventsMax``.
    package let droppedEventCount: Int
    package let status: SpanStatus?
}
