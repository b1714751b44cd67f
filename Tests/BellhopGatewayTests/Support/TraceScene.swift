// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayTracing
import Synchronization
import Testing
import Tracing

/// A tracer for one test, and the spans that it recorded.
final class TraceScene: Sendable {
    private let queue = SpanQueue()
    private let kept = Mutex<[FinishedSpan]>([])
    private let tracer: FileTracer

    init(share: Double = 1) throws {
        tracer = FileTracer(share: try #require(TraceShare(share)), queue: queue)
    }

    /// Makes this the tracer of everything that the body creates.
    func run(_ body: @Sendable () async throws -> Void) async throws {
        try await withTracer(tracer) { try await body() }
    }

    /// The spans that have ended.
    var spans: [FinishedSpan] {
        kept.withLock { kept in
            kept += queue.take()
            return kept
        }
    }

    func spans(named name: String) -> [FinishedSpan] { spans.filter { $0.name == name } }

    /// Everything that a file of traces would contain.
    var text: String {
        OTLPLines.lines(of: spans, from: TraceResource(version: "1", instance: "1"))
            .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
}

extension FinishedSpan {
    /// The attributes as texts.
    var values: [String: String] {
        var values: [String: String] = [:]
        // The attributes are not a sequence.
        // swift-format-ignore: ReplaceForEachWithForLoop
        attributes.forEach { name, value in
            switch value {
            case .string(let text): values[name] = text
            case .int64(let number): values[name] = "\(number)"
            default: values[name] = "\(value)"
            }
        }
        return values
    }
}
