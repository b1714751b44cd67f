// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayEngine
import GatewayModel

/// A transport for campaigns that counts its requests and measures their time.
struct MeteredTransport: CampaignTransport {
    private let transport: any CampaignTransport
    private let metrics: GatewayMetrics
    /// Returns the bundle identifier of an app with a number; `nil` if the identifier is not known
    /// yet.
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
            lane: channel.lane, channel.environment, count: attempts.count)
        await transport.send(attempts, to: channel) { tag, outcome in
            batch.ended(outcome)
            report(tag, outcome)
        }
        metrics.batchEnded(batch, app: appName(channel.credential) ?? MetricsRegistry.other)
    }

    func shutdown() async { await transport.shutdown() }
}
