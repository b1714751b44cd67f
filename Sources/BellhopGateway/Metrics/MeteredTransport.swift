// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayEngine
import GatewayModel

/// A transport for campaigns that counts its requests and measures their time. With a tracer, each
/// batch is a span.
struct MeteredTransport: CampaignTransport {
    private let transport: any CampaignTransport
    private let metrics: GatewayMetrics
    private let tracing = BatchTracing()
    /// Returns the bundle identifier of the app with the given number; `nil` if the identifier is
    /// not known yet.
    private let appName: @Sendable (Int64) -> String?

    init(
        _ transport: any CampaignTransport, _ metrics: GatewayMetrics,
        appName: @escaping @Sendable (Int64) -> String?
    ) {
        self.transport = transport
        self.metrics = metrics
        self.appName = appName
    }

    func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        let batch = metrics.batchBegan(
            lane: channel.lane, channel.environment, channel.transport, count: attempts.count)
        let measured: @Sendable (AttemptTag, TransportOutcome) -> Void = { tag, outcome in
            batch.ended(outcome)
            report(tag, outcome)
        }
        if let tracing {
            await tracing.span(
                of: batch, to: channel, count: attempts.count, appName: appName
            ) { await transport.send(attempts, to: channel, report: measured) }
        } else {
            await transport.send(attempts, to: channel, report: measured)
        }
        metrics.batchEnded(batch, app: appName(channel.credential) ?? MetricsRegistry.other)
    }

    func shutdown() async { await transport.shutdown() }
}
