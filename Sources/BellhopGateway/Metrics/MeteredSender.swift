// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayEngine
import GatewayModel

/// A sender that counts its requests and measures their time. Single messages use the lane
/// `transactional`.
struct MeteredSender: PushSending {
    private let sender: any PushSending
    private let metrics: GatewayMetrics

    init(_ sender: any PushSending, _ metrics: GatewayMetrics) {
        self.sender = sender
        self.metrics = metrics
    }

    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        let batch = metrics.batchBegan(
            lane: Lane(lane.lane), lane.destination.environment, count: 1)
        defer { metrics.batchEnded(batch, app: app.bundleID) }
        let outcome = try await sender.send(request, app: app, in: lane)
        batch.ended(TransportOutcome(.success(outcome)))
        return outcome
    }

    func shutdown() async { await sender.shutdown() }
}
