// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Finished spans as OTLP in JSON: each line is one `ExportTraceServiceRequest`, in the form that
/// the receiver `otlpjsonfile` of the OpenTelemetry Collector reads.
///
/// The form is that of Protocol Buffers in JSON, with the exceptions of the OTLP specification:
/// identifiers are hex instead of Base64, and the values of enumerations are numbers. Numbers of 64
/// bits are strings.
package enum OTLPLines {
    /// The size of a line, in bytes, at which no further span is added to it. The Collector reads
    /// lines of up to 1 MiB (`max_log_size`), and ``SpanLimits`` keeps a single span below 128 KiB.
    package static let lineByteCountMax = 512 << 10

    /// A line and the number of spans in it.
    package struct Line: Hashable, Sendable {
        /// The text with its line feed.
        package let bytes: [UInt8]
        package let spanCount: Int
    }

    /// Returns the lines with the spans, in their order.
    package static func lines(
        of spans: [FinishedSpan], from resource: TraceResource,
        lineByteCountMax: Int = OTLPLines.lineByteCountMax
    ) -> [Line] {
        let head = head(of: resource)
        var lines: [Line] = []
        var bytes: [UInt8] = []
        var count = 0
        func finish() {
            guard count > 0 else { return }
            lines.append(Line(bytes: bytes + Array("]}]}]}\n".utf8), spanCount: count))
            count = 0
        }
        for span in spans {
            let text = JSONWriter.write(span.otlp)
            if bytes.count + text.count > lineByteCountMax { finish() }
            if count == 0 { bytes = head } else { bytes.append(UInt8(ascii: ",")) }
            bytes += text
            count += 1
        }
        finish()
        return lines
    }

    /// The text of a line before its first span.
    private static func head(of resource: TraceResource) -> [UInt8] {
        let attributes: JSONValue = [
            attribute("service.name", .string(TraceResource.serviceName)),
            attribute("service.version", .string(resource.version)),
            attribute("service.instance.id", .string(resource.instance)),
        ]
        let scope: JSONValue = ["name": "bellhop", "version": .string(resource.version)]
        let start = #"{"resourceSpans":[{"resource":"#
        let middle = #","scopeSpans":[{"scope":"#
        return Array(start.utf8) + JSONWriter.write(["attributes": attributes])
            + Array(middle.utf8) + JSONWriter.write(scope) + Array(#","spans":["#.utf8)
    }

    /// An attribute with a text.
    static func attribute(_ key: String, _ value: JSONValue) -> JSONValue {
        ["key": .string(key), "value": ["stringValue": value]]
    }
}
