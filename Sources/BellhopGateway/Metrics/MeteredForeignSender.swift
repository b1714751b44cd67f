// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A sender for FCM and Web Push that counts the requests of single messages and measures their
/// time.
struct MeteredForeignSender: ForeignSending {
    private let sender: any ForeignSending
    private let metrics: GatewayMetrics

    init(_ sender: any ForeignSending, _ metrics: GatewayMetrics) {
        self.sender = sender
        self.metrics = metrics
    }

    func send(
        _ content: ForeignContent, to address: ForeignAddress, with credential: ProviderCredential
    ) async -> ForeignOutcome {
        let batch = metrics.batchBegan(
            lane: .transactional, .production, address.transport, count: 1)
        defer { metrics.batchEnded(batch, app: credential.bundleID) }
        let outcome = await sender.send(content, to: address, with: credential)
        batch.ended(outcome.transportOutcome(sentAt: DatabaseTime(milliseconds: 0)))
        return outcome
    }

    func shutdown() async { await sender.shutdown() }
}
