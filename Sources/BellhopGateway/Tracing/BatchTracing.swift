// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Tracing

/// Records a span for each batch of notifications of campaigns. There are no spans for the single
/// notifications: the span has the number of each outcome instead.
struct BatchTracing: Sendable {
    /// The name of the spans.
    static let name = "campaign batch"

    private let tracer: any Tracer

    /// Returns `nil` if the process has no tracer.
    init?() {
        guard let tracer = ProcessTracer.current() else { return nil }
        self.tracer = tracer
    }

    /// Records a span from the beginning to the end of a body.
    ///
    /// - Parameters:
    ///   - batch: collects the outcomes while the body runs.
    ///   - appName: returns the bundle identifier of the app, when the body has ended.
    func span(
        of batch: SendingBatch, to channel: Channel, count: Int,
        appName: @Sendable (Int64) -> String?, _ body: () async -> Void
    ) async {
        await tracer.withSpan(Self.name) { span in
            await body()
            guard span.isRecording else { return }
            let tally = batch.tally
            span.updateAttributes { attributes in
                attributes[TraceAttribute.app] = appName(channel.credential)
                attributes[TraceAttribute.lane] = channel.lane.rawValue
                attributes[TraceAttribute.environment] = channel.environment.rawValue
                attributes[TraceAttribute.notifications] = count
                attributes[TraceAttribute.count(of: "accepted")] = tally.accepted
                for (outcome, count) in Self.counts(tally) {
                    attributes[TraceAttribute.count(of: outcome)] = count
                }
            }
            if tally.accepted < count { span.setStatus(SpanStatus(code: .error)) }
        }
    }

    /// The number of notifications with each outcome other than `accepted`, regardless of the
    /// reason.
    private static func counts(_ tally: SendingBatch.Tally) -> [String: Int] {
        tally.counts.reduce(into: [:]) { $0[$1.key.outcome, default: 0] += $1.value }
    }
}
